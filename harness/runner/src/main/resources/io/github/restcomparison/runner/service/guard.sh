# Ends a command by its signal, and kills what is left. Standard input has the command's process id in
# its first line; the second line means that the command must end, and has the ids of its processes.
# The kernel ends standard input when the JVM that started both has ended, however that was.
#   $1 the mark of the command's processes   $2 the signal that ends them
#   $3 tenths of seconds until the kill      $4 what ends anything else
trap '' INT TERM HUP
# If the JVM ended while it started the command, the command has its mark only now.
read -r pid || sleep 1
group=
# Only the JVM knows whether the command's process id has been reused: without it, it is trusted.
read -r known || { known=$pid; group=$pid; }
all() {
  {
    grep -ls "REST_COMPARISON_LAUNCH=$1" /proc/[0-9]*/environ | tr -dc '0-9\n'
    for each in $known; do
      kill -0 "$each" && ! grep -qs ') Z ' "/proc/$each/stat" && echo "$each"
    done
  } | sort -u
}
send() {
  for each in $(all "$2"); do kill -s "$1" "$each"; done
}
send "$2" "$1"
left=$3
while [ "$left" -gt 0 ] && [ -n "$(all "$1")" ]; do
  sleep 0.1
  left=$((left - 1))
done
send KILL "$1"
[ -z "$group" ] || kill -s KILL -- "-$group"
eval "$4"
