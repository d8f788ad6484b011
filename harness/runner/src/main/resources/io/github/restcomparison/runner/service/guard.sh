# Becomes a command, and leaves a guard behind. The guard ends the command when standard input is
# closed without a line in it: by the kernel, when the JVM that started this has ended, however that
# was. Where there is setsid, the command has a process group of its own, and all of it is ended.
#   $1 the command   $2 the mark of its processes   $3 the signal that ends it
#   $4 seconds until it is killed   $5 what ends anything else
exec 3<&0
if command -v setsid > /dev/null; then
  setsid=setsid
  all=-$$
else
  setsid=
  all=$$
fi
(
  read -r _ <&3 && exit
  kill -s "$3" -- "$all"
  left=$(($4 * 10))
  while [ "$left" -gt 0 ] && kill -0 -- "$all"; do
    sleep 0.1
    left=$((left - 1))
  done
  kill -s KILL -- "$all"
  eval "$5"
) > /dev/null 2>&1 &
exec env REST_COMPARISON_LAUNCH="$2" $setsid sh -c "$1" < /dev/null 3<&-
