// Draws the interval of each pair's ratio, with chart-base.js before it.

/** Ratios that are round numbers, the roundest first. */
const ROUND_RATIOS = [1, 2, .5, 5, .2, 10, .1, 1.5, .7, 3, .3, 1.2, .8, 1.1, .9, 1.05, .95, 1.02, .98, 1.01, .99];

/** Those that fit on a logarithmic axis without touching: powers of ten would be too far apart. */
function roundRatios(low, high, most) {
  const gap = Math.log(high / low) / most;
  const chosen = [];
  ROUND_RATIOS.filter(ratio => low <= ratio && ratio <= high).forEach(ratio => {
    if (chosen.every(other => Math.abs(Math.log(ratio / other)) >= gap)) {
      chosen.push(ratio);
    }
  });
  return chosen;
}

/** For each pair a line of text and below it its interval. */
function intervals(metric) {
  const HEAD = 24;
  const ROW = 44;
  const bottom = 4 + ROW * metric.pairs.length;
  const y = k => 4 + ROW * k;
  const edge = 1 + metric.margin;
  const ends = [1 / edge, edge, ...metric.pairs.flatMap(p => [p.low, p.high])];
  const room = Math.pow(Math.max(...ends) / Math.min(...ends), .04);
  const [low, high] = [Math.min(...ends) / room, Math.max(...ends) * room];
  const row = k => (params, api) => {
    const pair = metric.pairs[k];
    const [from, to] = [pair.low, pair.high].map(end => api.coord([end, y(k) + HEAD + 6]));
    const stroke = {stroke: pair.decided ? 'var(--good)' : 'var(--mark)', lineWidth: 4, lineDash: pair.decided ? null : [5, 2]};
    const text = narrow() ? `${pair.a} / ${pair.b}` : `${pair.a} / ${pair.b}: ${pair.verdict}`;
    const {x, width} = params.coordSys;
    return {type: 'group', children: [
      // An interval of a pixel could not be pointed at.
      {type: 'rect', shape: {x: from[0] - 6, y: from[1] - 6, width: to[0] - from[0] + 12, height: 12}, style: {fill: 'transparent'}},
      {type: 'line', shape: {x1: from[0], y1: from[1], x2: Math.max(to[0], from[0] + 2), y2: to[1]}, style: stroke},
      {
        type: 'text',
        style: {text, x: x + 4, y: api.coord([1, y(k)])[1], fill: 'var(--text)', fontFamily: FONT, fontSize: 12, width: width - 8, overflow: 'truncate'},
      },
    ]};
  };
  const grid = roundRatios(low, high, narrow() ? 6 : 14).map(ratio => ({
    xAxis: ratio,
    lineStyle: {color: ratio === 1 ? 'var(--soft)' : 'var(--line)', type: 'solid', width: ratio === 1 ? 1.5 : 1},
    label: {formatter: readable(ratio), position: 'start', color: 'var(--soft)', fontFamily: FONT},
  }));
  draw('chart-' + metric.id, {
    legend: {show: false},
    grid: {left: 12, right: 12, top: 50, bottom: 8, containLabel: false},
    xAxis: axis('log', 'ratio a / b', {position: 'top', min: low, max: high, splitLine: {show: false}, axisTick: {show: false}, axisLabel: {show: false}}),
    yAxis: axis('value', '', {inverse: true, min: 0, max: bottom, show: false}),
    tooltip: {
      trigger: 'item',
      formatter: p => {
        const pair = metric.pairs[p.dataIndex];
        return `${text(pair.a)} / ${text(pair.b)}: ${readable(pair.low)} to ${readable(pair.high)} (${readable(100 * pair.confidence)} % interval)`;
      },
    },
    series: [{
      type: 'custom',
      name: 'intervals',
      clip: true,
      encode: {x: [0, 2], y: 1},
      data: metric.pairs.map((pair, k) => [pair.low, y(k) + HEAD, pair.high]),
      renderItem: (params, api) => row(params.dataIndex)(params, api),
      markArea: {
        silent: true,
        itemStyle: {color: 'var(--room)', opacity: .6},
        data: [[{name: 'margin', xAxis: 1 / edge}, {xAxis: edge}]],
        label: {show: false},
      },
      markLine: {symbol: 'none', silent: true, z: 0, data: grid},
    }],
  }, bottom + 58);
}
