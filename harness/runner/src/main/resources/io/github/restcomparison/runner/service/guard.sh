# Ends a command when standard input is closed after its first line, which is the command's process
# id: the kernel closes it when the JVM that started both has ended, however that was. A second line
# means that nothing is left to do.
#   $1 the mark of the command's processes   $2 the signal that ends them
#   $3 seconds until they are killed         $4 what ends anything else
trap '' INT TERM HUP
read -r pid || exit
read -r _ && exit
all() {
  if kill -0 -- "-$pid"; then echo "-$pid"; elif kill -0 "$pid"; then echo "$pid"; fi
  grep -ls "REST_COMPARISON_LAUNCH=$1" /proc/[0-9]*/environ | tr -dc '0-9\n'
}
send() {
  for each in $(all "$2"); do kill -s "$1" -- "$each"; done
}
send "$2" "$1"
left=$(($3 * 10))
while [ "$left" -gt 0 ] && [ -n "$(all "$1")" ]; do
  sleep 0.1
  left=$((left - 1))
done
send KILL "$1"
eval "$4"
