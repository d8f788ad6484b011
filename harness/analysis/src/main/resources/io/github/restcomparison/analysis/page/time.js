// Draws one run second by second, or two; charts.js comes before it.

/** The name of each line, its colour, and the plot that it is in, from the top. */
const LINES = [['responses', 0, 0], ['p50', 1, 1], ['p99', 3, 1], ['max', 7, 1], ['service CPU', 2, 2], ['generator CPU', 4, 2]];

/** Runs second by second: responses, latency, and the CPU of service and generator. */
function time(runs) {
  const [run, other] = runs;
  const begin = Math.floor(Math.min(0, ...runs.flatMap(each => each.lines.responses.map(([at]) => at - 1))));
  const end = Math.ceil(Math.max(...runs.map(each => each.end)));
  const phases = [[{name: 'warm-up', xAxis: begin, itemStyle: {color: 'var(--room)', opacity: .5}}, {xAxis: 0}]];
  if (run.window.length > 0) {
    phases.push([{name: 'window', xAxis: run.window[0], itemStyle: {color: 'var(--good)', opacity: .1}}, {xAxis: run.window[1]}]);
  }
  run.leftOut.forEach(([from, to], i) => {
    phases.push([{name: i === 0 ? 'excluded' : '', xAxis: from, itemStyle: {color: 'var(--bad)', opacity: .15}}, {xAxis: to}]);
  });
  phases.forEach(([from]) => { from.label = {color: 'var(--soft)', position: 'insideTop'}; });
  const lines = (each, suffix) => LINES.map(([name, colour, plot], i) => ({
    type: 'line', name: name + suffix, xAxisIndex: plot, yAxisIndex: plot, showSymbol: false, color: COLOURS[colour], emphasis: EMPHASIS,
    lineStyle: {type: suffix ? 'dotted' : 'solid', width: suffix ? 2 : 1.5}, data: each.lines[name],
    ...(suffix || LINES[i - 1]?.[2] === plot ? {} : {markArea: {silent: true, data: phases}}),
  }));
  // One width for all three plots, so that the times are aligned
  const grid = ['10%', '41%', '72%'].map(top => ({left: 60, right: 48, top, height: '18%', containLabel: false}));
  const xs = [0, 1, 2].map(i => axis('value', i === 2 ? 'seconds from the first measured user on' : '', {gridIndex: i, min: begin, max: end}));
  const ys = ['requests/s', 'ms', 'CPUs'].map((name, i) => axis('value', name, {
    gridIndex: i, min: 0, nameLocation: 'end', nameGap: 6, splitNumber: 3, nameTextStyle: {color: 'var(--soft)', align: 'left'},
  }));
  draw('chart-time', {
    grid,
    xAxis: xs,
    yAxis: [...ys, axis('value', 'GC, ms/s', {gridIndex: 2, min: 0, position: 'right', nameLocation: 'end', nameGap: 6, splitLine: {show: false}})],
    axisPointer: {link: [{xAxisIndex: 'all'}]},
    tooltip: {trigger: 'axis', valueFormatter: readable},
    series: [
      ...lines(run, ''),
      {type: 'bar', name: 'GC of the service', xAxisIndex: 2, yAxisIndex: 3, color: COLOURS[6], emphasis: EMPHASIS, barWidth: 3, data: run.lines.GC},
      ...(other ? lines(other, ', second run') : []),
    ],
  });
}

const chosen = ['run', 'other'].map(id => document.getElementById(id));
if (chosen[0]) {
  const [, over] = chosen;
  over.append(new Option('none', ''));
  chosen.forEach(select => data.runs.forEach((run, i) => select.append(new Option(run.name, i))));
  const redraw = () => time(chosen.filter(each => each.value !== '').map(each => data.runs[each.value]));
  chosen.forEach(select => select.addEventListener('change', redraw));
  redraw();
}
