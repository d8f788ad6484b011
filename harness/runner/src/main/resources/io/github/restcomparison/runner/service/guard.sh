# Ends a command by its signal, and kills the rest. Each line of standard input has a word, and the ids of
# processes, in place of those of the line before:
#   run  the command's processes that are known, with its own first; they may have no mark
#   end  the command must end, and these are all of its processes
# The kernel ends standard input when the JVM that started both has ended for any reason.
#   $1 the mark of the command's processes   $2 the signal that ends them
#   $3 seconds until the kill                $4 a line that ends other things
trap '' INT TERM HUP
order=
known=
while read -r word ids; do
  order=$word
  known=$ids
  [ "$word" != end ] || break
done
group=
case $order in
  # The JVM ended while it started the command, which has its mark only now.
  '') sleep 1 ;;
  # Only the JVM knows whether ids have been reused: without it, they are trusted.
  run) group=${known%% *} ;;
esac
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
sleep "$3" &
limit=$!
while kill -0 "$limit" && [ -n "$(all "$1")" ]; do sleep 0.1; done
kill -s KILL "$limit"
send KILL "$1"
[ -z "$group" ] || kill -s KILL -- "-$group"
eval "$4"
