'use strict';
// Draws the charts of a page. The data are JSON in the page; the tables have the same numbers.

const data = JSON.parse(document.getElementById('data').textContent);
// The style sheet has twelve colours for the day and twelve for the night, which most people can tell apart; symbols and dashes
// distinguish them, too.
const COLOURS = Array.from({length: 12}, (_, i) => `var(--c${i})`);
const SHAPES = ['circle', 'rect', 'triangle', 'diamond', 'pin', 'arrow'];
const SYMBOLS = [...SHAPES, ...SHAPES.map(shape => 'empty' + shape[0].toUpperCase() + shape.slice(1))];
const DASHES = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [12, 4], [4, 4], [2, 6]];
const number = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});
// ECharts takes this one from the chart when it draws a label, but not when it makes room for it.
const FONT = 'system-ui, sans-serif';
const readable = value => number.format(value);
const charts = new Map();

const narrow = () => innerWidth < 600;
const style = i => ({color: COLOURS[i % 12], symbol: SYMBOLS[i % 12], dash: DASHES[i % 7]});
/** The default would compute a lighter colour, which is not possible for a CSS variable. */
const EMPHASIS = {itemStyle: {color: 'inherit'}, lineStyle: {color: 'inherit'}};

/** The button that saves a chart. */
const TOOLBOX = {
  top: 4,
  right: 4,
  padding: 0,
  itemSize: 13,
  iconStyle: {borderColor: 'var(--soft)'},
  emphasis: {iconStyle: {borderColor: 'var(--text)', textFill: 'var(--text)', textBackgroundColor: 'var(--card)', textPadding: 3}},
};

const LEGEND = {type: 'plain', top: 2, left: 4, right: 30, padding: 2, itemWidth: 34, itemGap: 10, textStyle: {color: 'var(--text)', fontFamily: FONT}};

/** The height of a legend in px: names that do not fit in a row continue in the next. */
function legendHeight(names) {
  // The width of the page: a collapsed chart has none.
  const width = document.querySelector('main').clientWidth - 80;
  let rows = 1;
  let used = 0;
  names.forEach(name => {
    const needed = LEGEND.itemWidth + 5 + echarts.format.getTextRect(name, '12px ' + FONT).width;
    if (used > 0 && used + needed > width) {
      rows++;
      used = 0;
    }
    used += needed + LEGEND.itemGap;
  });
  return 24 * rows;
}

/** The common options of all charts. Colours by name follow the page, in dark mode and in print. */
function base(options, name) {
  return {
    animation: false,
    textStyle: {color: 'var(--text)', fontFamily: FONT},
    toolbox: {...TOOLBOX, feature: {saveAsImage: {title: 'Save as SVG', name}}},
    grid: {left: 8, right: narrow() ? 24 : 32, top: 44, bottom: 8, containLabel: true},
    legend: LEGEND,
    ...options,
  };
}

function axis(type, name, {axisLabel, ...options} = {}) {
  return {
    type,
    name,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: {color: 'var(--soft)'},
    axisLabel: {color: 'var(--soft)', fontFamily: FONT, hideOverlap: true, formatter: type === 'category' ? undefined : readable, ...axisLabel},
    axisLine: {onZero: false, lineStyle: {color: 'var(--line)'}},
    splitLine: {lineStyle: {color: 'var(--line)'}},
    ...options,
  };
}

/** Returns a saved chart that needs no page: with the page's background, and its colours by value. */
function standalone(url) {
  const start = url.indexOf(',') + 1;
  const page = getComputedStyle(document.documentElement);
  const svg = decodeURIComponent(url.slice(start))
    .replace('>', '><rect width="100%" height="100%" fill="var(--card)"/>')
    .replace(/var\((--\w+)\)/g, (use, name) => page.getPropertyValue(name).trim());
  return url.slice(0, start) + encodeURIComponent(svg);
}

/** A collapsed chart has no size: it is drawn once it is opened. */
const folded = new Map();

function draw(id, options, height) {
  const element = document.getElementById(id);
  if (!element) {
    return;
  }
  element.style.display = 'block';
  const fold = element.closest('details:not([open])');
  if (fold) {
    folded.set(id, {options, height});
    return;
  }
  if (height) {
    element.style.height = height + 'px';
  }
  let chart = charts.get(id);
  if (!chart) {
    chart = echarts.init(element, null, {renderer: 'svg'});
    const save = chart.getDataURL.bind(chart);
    chart.getDataURL = how => standalone(save(how));
    charts.set(id, chart);
  }
  chart.resize();
  chart.setOption(base(options, id.replace('chart-', '')), {notMerge: true});
}

/** Names come from records, and tooltips are HTML. */
function text(value) {
  return echarts.format.encodeHTML(String(value));
}

/** Draws the charts that are no longer collapsed. */
function drawOpened() {
  [...folded].filter(([id]) => !document.getElementById(id).closest('details:not([open])'))
    .forEach(([id, {options, height}]) => {
      folded.delete(id);
      draw(id, options, height);
    });
}

document.querySelectorAll('details').forEach(details => details.addEventListener('toggle', drawOpened));

/** Opens the section that an address or a link points into; all sections for print and pictures. */
function open(what) {
  what.forEach(details => { details.open = true; });
  drawOpened();
}

const all = () => [...document.querySelectorAll('details')];
function openTarget() {
  if (location.hash === '#all') {
    open(all());
    return;
  }
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (target) {
    open([target, target.closest('details')].filter(each => each instanceof HTMLDetailsElement));
  }
}

addEventListener('hashchange', openTarget);
addEventListener('beforeprint', () => {
  open(all());
  // Paper needs no buttons.
  charts.forEach(chart => chart.setOption({toolbox: {show: false}}));
  // Paper is narrower than the screen: each chart is scaled to it.
  document.querySelectorAll('.chart svg').forEach(svg => {
    svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`);
  });
});
addEventListener('afterprint', () => charts.forEach(chart => chart.setOption({toolbox: {show: true}})));
document.getElementById('open-all')?.addEventListener('click', () => open(all()));
openTarget();


/** The next 1, 2 or 5 times a power of ten, at or beyond a value. */
function round(value, up) {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 5, 10].map(step => step * power);
  return up ? steps.find(step => step >= value * .999) : steps.findLast(step => step <= value * 1.001);
}

/** The ends of a logarithmic axis: near the values, not at the next power of ten. */
function ends(values) {
  const positive = values.filter(each => each > 0);
  return [round(Math.min(...positive), false), round(Math.max(...positive), true)];
}

/** Returns whether powers of ten are too few as ticks. */
function isNarrow(of, values) {
  const [min, max] = ends(values);
  return of.log && max / min <= 50;
}

/** Lines at 1, 2 and 5 times a power of ten in place of a narrow axis's ticks. */
function ticks(of, dimension, values) {
  const [min, max] = ends(values);
  const found = isNarrow(of, values) ? [min] : [];
  while (found.length > 0 && found.at(-1) < max * .999) {
    found.push(round(found.at(-1) * 1.1, true));
  }
  return found.map(value => ({
    [dimension]: value,
    lineStyle: {color: 'var(--line)', type: 'solid', width: 1},
    label: {formatter: unnamed(of)(value), position: 'start', color: 'var(--soft)', fontFamily: FONT},
  }));
}

/** An axis of a chart. */
function scale(of, values, options = {}) {
  if (!of.log || !values.some(each => each > 0)) {
    return axis(of.log ? 'log' : 'value', of.name, {...(of.log ? {} : {min: 0}), ...options});
  }
  const [min, max] = ends(values);
  const hidden = isNarrow(of, values) ? {axisLabel: {show: false}, axisTick: {show: false}, splitLine: {show: false}} : {};
  const ofPercentiles = of.unit === 'percentile' ? {axisLabel: {formatter: shown(of)}} : {};
  return axis('log', of.name, {min, max, ...ofPercentiles, ...options, ...hidden});
}

/** A value with its unit; of percentiles, each further nine is as wide as the one before. */
function shown(of) {
  return of.unit === 'percentile'
    ? value => 'p' + Number((100 - 100 / value).toFixed(2))
    : value => `${readable(value)} ${text(of.unit)}`;
}

/** The same without the unit if the name of the axis has it; a percentile is no plain number. */
function unnamed(of) {
  return of.name && of.unit !== 'percentile' ? readable : shown(of);
}

function spread(of, low, high) {
  return low === undefined ? '' : ` (from ${readable(low)} to ${shown(of)(high)})`;
}

/** Lines across a chart, such as ceilings, and bands. */
function marks(chart, dimension) {
  const lines = chart.marks.filter(mark => mark.from === mark.to);
  const bands = chart.marks.filter(mark => mark.from !== mark.to);
  const position = dimension === 'xAxis' ? 'insideEndTop' : 'insideEndBottom';
  const value = unnamed(dimension === 'xAxis' ? chart.x : chart.y);
  return {
    markLine: {
      symbol: 'none',
      silent: true,
      data: lines.map((mark, i) => ({
        name: mark.name,
        [dimension]: mark.from,
        lineStyle: {color: 'var(--mark)', type: DASHES[Math.min(i, 2)], width: 2},
        label: {formatter: `${mark.name} ${value(mark.from)}`, color: 'var(--text)', position},
      })),
    },
    markArea: {
      silent: true,
      itemStyle: {color: 'var(--room)', opacity: .6},
      data: bands.map(mark => [{name: mark.name, [dimension]: mark.from}, {[dimension]: mark.to}]),
      label: {show: false},
    },
  };
}

/** Bounds are thin lines without points; what was measured has both. */
function line(series) {
  const look = style(data.colours[series.name] ?? 0);
  const common = {name: series.name, data: series.points};
  return series.kind === 'BOUND'
    ? {...common, type: 'line', showSymbol: false, color: 'var(--mark)', lineStyle: {type: 'dashed', width: 1.5}, z: 1}
    : {...common, type: series.kind === 'LINE' ? 'line' : 'scatter', symbol: look.symbol, symbolSize: 8, color: look.color,
      itemStyle: {opacity: .9}, lineStyle: {type: look.dash, width: 2}, emphasis: {...EMPHASIS, focus: 'series'}, z: 2};
}

/** A chart of one figure over another. */
function lines(chart, view) {
  const series = view.series.map(line);
  const values = i => view.series.flatMap(each => each.points.map(point => point[i]));
  // Room for a line below or above all points
  const heights = [...chart.marks.flatMap(mark => [mark.from, mark.to]), ...values(1)];
  const least = .8 * Math.min(...heights);
  if (series.length > 0) {
    Object.assign(series[0], marks(chart, 'yAxis'));
  }
  const grid = [...ticks(chart.x, 'xAxis', values(0)), ...ticks(chart.y, 'yAxis', heights)];
  const names = view.series.filter(each => each.kind !== 'BOUND').map(each => each.name);
  const top = legendHeight(names);
  draw('chart-' + chart.id, {
    grid: {left: isNarrow(chart.y, heights) ? 72 : 8, right: narrow() ? 24 : 32, top: top + 20, bottom: isNarrow(chart.x, values(0)) ? 50 : 30, containLabel: true},
    legend: {...LEGEND, itemWidth: view.series.some(each => each.kind === 'LINE') ? LEGEND.itemWidth : 16, data: names},
    xAxis: scale(chart.x, values(0)),
    yAxis: scale(chart.y, heights, {
      name: '',
      axisLabel: {formatter: unnamed(chart.y)},
      ...(chart.marks.length > 0 ? {min: Math.max(1, Math.floor(least))} : {}),
    }),
    tooltip: {
      trigger: 'item',
      formatter: p => `${text(p.seriesName)}, ${shown(chart.x)(p.data[0])}: ${shown(chart.y)(p.data[1])}${spread(chart.y, p.data[2], p.data[3])}`,
    },
    series: [...series, {type: 'line', name: 'ticks', data: [], markLine: {symbol: 'none', silent: true, z: 0, data: grid}}],
  }, (narrow() ? 260 : 290) + top);
}

/** An interval as a line with two ends. */
function whiskers(points) {
  return {
    type: 'custom',
    name: 'interval',
    data: points.filter(point => point.length > 2).map(([, row, low, high]) => [low, row, high]),
    silent: true,
    z: 3,
    renderItem: (params, api) => {
      const [from, to] = [0, 2].map(end => api.coord([api.value(end), api.value(1)]));
      const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: {stroke: 'var(--text)', lineWidth: 2}});
      return {
        type: 'group',
        children: [line(...from, ...to), ...[from, to].map(([x, y]) => line(x, y - 6, x, y + 6))],
      };
    },
  };
}

/** A bar for each row: of one figure, or of pieces that are 100 % together. */
function bars(chart, view) {
  const totals = chart.rows.map((name, row) => view.series.flatMap(each => each.points).filter(point => point[1] === row)
    .reduce((sum, point) => sum + point[0], 0));
  const parts = view.series.some(each => each.kind === 'PIECE');
  const common = each => ({type: 'bar', name: each.name, barMaxWidth: 26});
  const series = view.series.flatMap((each, i) => each.kind === 'PIECE' ? [{
    ...common(each),
    stack: 'pieces',
    // The unexplained rest has a neutral colour
    color: each.name === 'unexplained' ? '#c8ccd1' : COLOURS[i % 12],
    emphasis: EMPHASIS,
    data: each.points.map(([x, row]) => ({value: [100 * x / (totals[row] || 1), row], x})),
  }] : each.kind === 'BAR' ? [{
    ...common(each),
    label: {show: true, position: 'insideLeft', color: 'var(--text)', opacity: 1, formatter: p => readable(p.value[0])},
    data: each.points.map(point => ({value: [point[0], point[1]], x: point[0], spread: point.slice(2),
      itemStyle: {color: style(data.colours[chart.rows[point[1]]] ?? 0).color, opacity: .55}})),
    emphasis: EMPHASIS,
    ...marks(chart, 'xAxis'),
  }, whiskers(each.points)] : [{type: 'scatter', name: each.name, symbolSize: 6, z: 4, color: '#6e7781', data: each.points}]);
  const reach = Math.max(...chart.marks.map(mark => mark.to), ...view.series.flatMap(each => each.points.map(point => point[0])));
  const top = parts ? legendHeight(view.series.map(each => each.name)) : 0;
  draw('chart-' + chart.id, {
    legend: parts ? LEGEND : {show: false},
    grid: {left: 8, right: 24, top: top + 16, bottom: 30, containLabel: true},
    xAxis: axis('value', chart.x.name, {min: 0, max: parts ? 100 : Math.ceil(reach * 1.04)}),
    yAxis: axis('category', '', {data: chart.rows, inverse: true, axisLabel: {color: 'var(--text)', width: narrow() ? 90 : 200, overflow: 'truncate'}}),
    tooltip: {
      trigger: 'item',
      formatter: p => `${text(chart.rows[(p.data.value ?? p.data)[1]])}, ${text(p.seriesName)}: `
        + `${shown(chart.x)(p.data.x ?? p.data[0])}${spread(chart.x, ...(p.data.spread ?? []))}`,
    },
    series,
  }, top + 90 + 44 * chart.rows.length);
}

/** Ratios that are round numbers, the roundest first. */
const ROUND_RATIOS = [1, 2, .5, 5, .2, 10, .1, 1.5, .7, 3, .3, 1.2, .8, 1.1, .9, 1.05, .95, 1.02, .98, 1.01, .99];

/** Ticks that fit on a logarithmic axis without touching: powers of ten would be too far apart. */
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

/** For each row its name and below it its interval. */
function intervals(chart, view) {
  const [HEAD, ROW] = [24, 44];
  const bottom = 4 + ROW * chart.rows.length;
  const y = row => 4 + ROW * row;
  const ends = [...chart.marks.flatMap(mark => [mark.from, mark.to]), ...view.series.flatMap(each => each.points.flatMap(point => point.slice(2)))];
  const room = Math.pow(Math.max(...ends) / Math.min(...ends), .04);
  const [low, high] = [Math.min(...ends) / room, Math.max(...ends) * room];
  const interval = series => (params, api) => {
    const row = series.points[params.dataIndex][1];
    const [from, to] = [0, 2].map(end => api.coord([api.value(end), api.value(1) + 6]));
    const isOpen = series.kind === 'OPEN_INTERVAL';
    const stroke = {stroke: isOpen ? 'var(--mark)' : 'var(--good)', lineWidth: 4, lineDash: isOpen ? [5, 2] : null};
    const {x, width} = params.coordSys;
    return {type: 'group', children: [
      // An interval of a pixel could not be pointed at.
      {type: 'rect', shape: {x: from[0] - 6, y: from[1] - 6, width: to[0] - from[0] + 12, height: 12}, style: {fill: 'transparent'}},
      {type: 'line', shape: {x1: from[0], y1: from[1], x2: Math.max(to[0], from[0] + 2), y2: to[1]}, style: stroke},
      {
        type: 'text',
        style: {text: chart.rows[row], x: x + 4, y: api.coord([1, y(row)])[1], fill: 'var(--text)', fontFamily: FONT, fontSize: 12, width: width - 8, overflow: 'truncate'},
      },
    ]};
  };
  const grid = roundRatios(low, high, narrow() ? 6 : 14).map(ratio => ({
    xAxis: ratio,
    lineStyle: {color: ratio === 1 ? 'var(--soft)' : 'var(--line)', type: 'solid', width: ratio === 1 ? 1.5 : 1},
    label: {formatter: readable(ratio), position: 'start', color: 'var(--soft)', fontFamily: FONT},
  }));
  draw('chart-' + chart.id, {
    legend: {show: false},
    grid: {left: 12, right: 12, top: 50, bottom: 8, containLabel: false},
    xAxis: axis('log', chart.x.name, {position: 'top', min: low, max: high, splitLine: {show: false}, axisTick: {show: false}, axisLabel: {show: false}}),
    yAxis: axis('value', '', {inverse: true, min: 0, max: bottom, show: false}),
    tooltip: {
      trigger: 'item',
      formatter: p => `${text(chart.rows[view.series[p.seriesIndex].points[p.dataIndex][1]])}: ${readable(p.data[0])} to ${readable(p.data[2])}`,
    },
    series: view.series.map((series, i) => ({
      type: 'custom',
      name: series.name,
      clip: true,
      encode: {x: [0, 2], y: 1},
      data: series.points.map(([, row, from, to]) => [from, y(row) + HEAD, to]),
      renderItem: interval(series),
      ...(i === 0 ? {...marks(chart, 'xAxis'), markLine: {symbol: 'none', silent: true, z: 0, data: grid}} : {}),
    })),
  }, bottom + 58);
}

/** Draws any chart except the chart of time. */
function show(chart, view) {
  const kinds = view.series.map(series => series.kind);
  const drawer = chart.rows.length === 0 ? lines : kinds.some(kind => kind.endsWith('INTERVAL')) ? intervals : bars;
  drawer(chart, view);
}

/** Draws the view of a chart that is chosen. */
function redraw(chart) {
  show(chart, chart.views[document.getElementById('view-' + chart.id)?.value || 0]);
}

data.charts.forEach(chart => {
  const select = document.getElementById('view-' + chart.id);
  if (select) {
    chart.views.forEach((view, i) => select.append(new Option(view.name, i)));
    select.addEventListener('change', () => redraw(chart));
  }
  redraw(chart);
});

addEventListener('resize', () => {
  if (!matchMedia('print').matches) {
    data.charts.forEach(redraw);
    charts.get('chart-time')?.resize();
  }
});
