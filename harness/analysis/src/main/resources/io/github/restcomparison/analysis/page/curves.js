// Draws what grows or falls with a setting, with chart-base.js before it.

/** Bounds are thin lines without points; what was measured has both. */
function curve(series) {
  const points = series.points.map(p => [p.x, p.y, p.low, p.high]);
  const look = style(data.colours[series.name] ?? 0);
  return series.bound
    ? {type: 'line', name: series.name, showSymbol: false, color: 'var(--mark)', lineStyle: {type: 'dashed', width: 1.5}, data: points, z: 1}
    : {type: series.joined ? 'line' : 'scatter', name: series.name, symbol: look.symbol, symbolSize: 8, color: look.color,
      lineStyle: {type: look.dash, width: 2}, data: points, z: 2};
}

function shown(chart, p) {
  const [x, y, low, high] = p.data;
  const range = low === undefined || low === null ? '' : ` (rounds from ${readable(low)} to ${readable(high)})`;
  return `${text(p.seriesName)}, ${readable(x)} ${text(chart.x.unit)}: ${readable(y)} ${text(chart.y.unit)}${range}`;
}

function scale(of) {
  return of.log ? 'log' : 'value';
}

/** The next 1, 2 or 5 times a power of ten, at or beyond a value. */
function round(value, up) {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 5, 10].map(step => step * power);
  return up ? steps.find(step => step >= value * .999) : steps.findLast(step => step <= value * 1.001);
}

/** A logarithmic axis that ends near the data, not at the next power of ten. */
function tight(view, value) {
  const values = view.series.flatMap(series => series.points.map(value)).filter(each => each > 0);
  const [min, max] = [round(Math.min(...values), false), round(Math.max(...values), true)];
  return {logBase: max / min > 50 ? 10 : 2, min, max};
}

function show(chart, view) {
  draw('chart-' + chart.id, {
    grid: {left: 8, right: narrow() ? 16 : 32, top: 44, bottom: 30, containLabel: true},
    legend: {...base({}).legend, data: view.series.filter(series => !series.bound).map(series => series.name)},
    xAxis: axis(scale(chart.x), chart.x.name, chart.x.log ? tight(view, p => p.x) : {scale: true}),
    yAxis: axis(scale(chart.y), '', chart.y.log ? tight(view, p => p.y) : {min: 0}),
    tooltip: {trigger: 'item', formatter: p => shown(chart, p)},
    series: view.series.map(curve),
  });
}

data.charts.forEach(chart => {
  const select = document.getElementById('view-' + chart.id);
  if (select) {
    chart.views.forEach((view, i) => select.append(new Option(view.name, i)));
    select.addEventListener('change', () => show(chart, chart.views[select.value]));
  }
  show(chart, chart.views[0]);
});
