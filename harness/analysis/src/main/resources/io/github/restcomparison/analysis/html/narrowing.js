// Draws how the intervals of all pairs narrowed, with chart-base.js before it.

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

/** The last looks whole; of the first ones, which may be very wide, no more than gives those room. */
function ratioRange(metric) {
  const ends = looks => [Math.min(...looks.map(l => l.low)), Math.max(...looks.map(l => l.high))].map(Math.log);
  const margin = Math.log(1 + metric.margin);
  const last = ends([...metric.pairs.map(p => p.looks.at(-1)), {low: Math.exp(-margin), high: Math.exp(margin)}]);
  const all = ends(metric.pairs.flatMap(p => p.looks));
  const room = .4 * (last[1] - last[0]);
  const low = Math.min(last[0], Math.max(all[0], last[0] - room));
  const high = Math.max(last[1], Math.min(all[1], last[1] + room));
  const edge = .04 * (high - low);
  return [Math.exp(low - edge), Math.exp(high + edge)];
}

/** For each pair a line of text and below it its intervals, the first look on top. */
function narrowing(metric) {
  const HEAD = 24;
  const STEP = 7;
  const GAP = 10;
  let bottom = 4;
  const rows = metric.pairs.map(pair => {
    const top = bottom;
    bottom += HEAD + STEP * pair.looks.length + GAP;
    return {pair, top};
  });
  const [low, high] = ratioRange(metric);
  const decidedBy = (pair, look) => pair.decidedAfter === look.round;
  const interval = (row, k) => (params, api) => {
    const look = row.pair.looks[k];
    const [from, to] = [look.low, look.high].map(end => api.coord([end, row.top + HEAD + k * STEP]));
    const decided = row.pair.decidedAfter !== undefined && row.pair.decidedAfter <= look.round;
    const stroke = {stroke: decided ? 'var(--good)' : 'var(--mark)', lineWidth: 3, lineDash: decided ? null : [5, 2]};
    const line = {type: 'line', shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]}, style: stroke};
    const mark = {type: 'circle', shape: {cx: (from[0] + to[0]) / 2, cy: from[1], r: 5}, style: {fill: 'var(--good)'}};
    // An interval of a pixel could not be pointed at
    const target = {type: 'rect', shape: {x: from[0] - 6, y: from[1] - STEP / 2, width: to[0] - from[0] + 12, height: STEP}, style: {fill: 'transparent'}};
    return {type: 'group', children: decidedBy(row.pair, look) ? [target, line, mark] : [target, line]};
  };
  const heading = row => (params, api) => {
    const {x, width} = params.coordSys;
    const {a, b, verdict, decidedAfter} = row.pair;
    const state = decidedAfter === undefined ? 'open' : `decided after round ${decidedAfter}`;
    return {
      type: 'text',
      style: {
        text: narrow() ? `${a} / ${b}, ${state}` : `${a} / ${b}: ${verdict}, ${state}`, x: x + 4, y: api.coord([1, row.top])[1],
        fill: 'var(--text)', fontFamily: FONT, fontSize: 12, width: width - 8, overflow: 'truncate',
      },
    };
  };
  const looks = rows.flatMap(row => row.pair.looks.map((look, k) => ({row, k, value: [look.low, row.top + HEAD + k * STEP, look.high, look.round]})));
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
        const {row, k} = looks[p.dataIndex];
        const look = row.pair.looks[k];
        return `${text(row.pair.a)} / ${text(row.pair.b)} after round ${look.round}: ${readable(look.low)} to ${readable(look.high)} `
          + `(${readable(100 * look.confidence)} % interval)${decidedBy(row.pair, look) ? ', decided' : ''}`;
      },
    },
    series: [
      {
        type: 'custom',
        name: 'intervals',
        clip: true,
        encode: {x: [0, 2], y: 1},
        data: looks.map(each => each.value),
        renderItem: (params, api) => interval(looks[params.dataIndex].row, looks[params.dataIndex].k)(params, api),
        markArea: {
          silent: true,
          itemStyle: {color: 'var(--room)', opacity: .6},
          data: [[{name: 'margin', xAxis: 1 / (1 + metric.margin)}, {xAxis: 1 + metric.margin}]],
          label: {show: false},
        },
        markLine: {symbol: 'none', silent: true, z: 0, data: grid},
      },
      {
        type: 'custom',
        name: 'pairs',
        silent: true,
        z: 4,
        data: rows.map(row => [1, row.top]),
        renderItem: (params, api) => heading(rows[params.dataIndex])(params, api),
      },
    ],
  }, bottom + 58);
}
