'use strict';
// What the charts of all pages have in common. The data are JSON in the page; its tables say the same.

const data = JSON.parse(document.getElementById('data').textContent);
// Okabe and Ito's colours, told apart by all eyes; symbols and dashes tell the same once more.
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#a65628', '#777777'];
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];
const DASHES = ['solid', 'dashed', 'dotted', [8, 3, 2, 3], [12, 4], [4, 4], [2, 6], [10, 2]];
const number = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});
// ECharts takes this one from the chart when it draws a label, but not when it makes room for it.
const FONT = 'system-ui, sans-serif';
const readable = value => number.format(value);
const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const charts = new Map();

const narrow = () => innerWidth < 600;
const style = i => ({color: COLOURS[i % 8], symbol: SYMBOLS[i % 8], dash: DASHES[i % 8]});

/** What all charts have in common. Colours by name follow the page's, in the dark and in print. */
function base(options) {
  return {
    animation: !reduced.matches,
    textStyle: {color: 'var(--text)', fontFamily: FONT},
    grid: {left: 8, right: narrow() ? 16 : 32, top: 44, bottom: 8, containLabel: true},
    legend: {type: 'scroll', top: 0, textStyle: {color: 'var(--text)'}, pageTextStyle: {color: 'var(--text)'}},
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

/** What is folded away has no size to draw in: it is drawn once it is opened. */
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
    charts.set(id, chart);
  }
  chart.setOption(base(options), {notMerge: true});
}

/** Names come from records, and tooltips are HTML. */
function text(value) {
  return echarts.format.encodeHTML(String(value));
}

document.querySelectorAll('details').forEach(details => details.addEventListener('toggle', () => {
  [...folded].filter(([id]) => details.open && details.contains(document.getElementById(id)))
    .forEach(([id, {options, height}]) => {
      folded.delete(id);
      draw(id, options, height);
    });
}));

/** Opens what an address or a link points into; all of it for paper, and for pictures. */
function open(what) {
  what.forEach(details => { details.open = true; });
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
addEventListener('beforeprint', () => open(all()));
document.getElementById('open-all')?.addEventListener('click', () => open(all()));
openTarget();

addEventListener('resize', () => { charts.forEach(chart => chart.resize()); });
