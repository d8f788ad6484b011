// Draws the charts of a comparison, with the other scripts before it.

/** A line across the chart that no service can pass, or that the load generator cannot. */
function limit(value, label, dash) {
  return {
    name: label,
    xAxis: value,
    lineStyle: {color: 'var(--mark)', type: dash, width: 2},
    label: {formatter: label + ' ' + readable(value), color: 'var(--text)', position: 'insideEndTop'},
  };
}

/** An interval as a line with two ends. */
function whisker(y, low, high) {
  return {
    type: 'custom',
    name: '95 % interval of the median',
    data: [[low, y, high]],
    silent: true,
    z: 3,
    renderItem: (params, api) => {
      const from = api.coord([api.value(0), api.value(1)]);
      const to = api.coord([api.value(2), api.value(1)]);
      const stroke = {stroke: 'var(--text)', lineWidth: 2};
      const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: stroke});
      return {
        type: 'group',
        children: [
          line(from[0], from[1], to[0], to[1]),
          line(from[0], from[1] - 6, from[0], from[1] + 6),
          line(to[0], to[1] - 6, to[0], to[1] + 6),
        ],
      };
    },
  };
}

function throughput() {
  const names = data.variants.map(v => v.name);
  const limits = [];
  if (data.usersBound !== undefined) {
    limits.push(limit(data.usersBound, 'users', 'solid'));
  }
  const pools = new Map(data.variants.filter(v => v.poolBound < data.usersBound).map(v => [v.poolBound, v.pool]));
  pools.forEach((pool, bound) => limits.push(limit(bound, pool, 'dashed')));
  const most = Math.max(data.usersBound ?? 0, ...data.variants.map(v => v.throughput.median));
  if (data.practicalLimit !== undefined && data.practicalLimit < 1.5 * most) {
    limits.push(limit(data.practicalLimit, 'generator', 'dotted'));
  }
  const reach = Math.max(most, ...limits.map(l => l.xAxis));
  const bars = {
    type: 'bar',
    name: 'median',
    barMaxWidth: 26,
    itemStyle: {opacity: .55},
    label: {show: true, position: 'insideLeft', color: 'var(--text)', formatter: p => readable(p.value)},
    data: data.variants.map(v => ({value: v.throughput.median, itemStyle: {color: style(v.colour).color}})),
    markLine: {symbol: 'none', silent: true, data: limits},
  };
  const rounds = {
    type: 'scatter',
    name: 'rounds',
    symbolSize: 6,
    z: 4,
    color: '#6e7781',
    data: data.variants.flatMap((v, i) => v.rounds.map(r => [r.throughput, i, r.round])),
  };
  const whiskers = data.variants
    .map((v, i) => v.throughput.low === undefined ? null : whisker(i, v.throughput.low, v.throughput.high))
    .filter(w => w);
  draw('chart-throughput', {
    legend: {show: false},
    grid: {left: 8, right: 24, top: 16, bottom: 30, containLabel: true},
    xAxis: axis('value', 'requests/s', {min: 0, max: Math.ceil(reach * 1.04)}),
    yAxis: axis('category', '', {data: names, inverse: true, axisLabel: {color: 'var(--text)', width: narrow() ? 90 : 200, overflow: 'truncate'}}),
    tooltip: {
      trigger: 'item',
      formatter: p => p.seriesType === 'scatter'
        ? `${text(names[p.data[1]])}, round ${p.data[2]}: ${readable(p.data[0])} requests/s`
        : `${text(p.name)}: ${readable(p.value)} requests/s`,
    },
    series: [bars, ...whiskers, rounds],
  }, 90 + 44 * names.length);
}

function latency() {
  // 50 % is 2, 99 % is 100: each further nine is as wide as the one before.
  const x = percent => 100 / (100 - percent);
  const label = value => 'p' + Number((100 - 100 / value).toFixed(2));
  const least = Math.min(data.delayMs || 1, ...data.variants.flatMap(v => v.latency.map(l => l.least)));
  const series = data.variants.map(v => ({
    type: 'line',
    name: v.name,
    symbol: style(v.colour).symbol,
    symbolSize: 7,
    color: style(v.colour).color,
    lineStyle: {type: style(v.colour).dash, width: 2},
    data: v.latency.map((l, k) => [x(data.percentiles[k]), l.median, l.least, l.greatest]),
  }));
  if (series.length > 0 && data.delayMs > 0) {
    series[0].markLine = {
      symbol: 'none',
      silent: true,
      data: [{yAxis: data.delayMs, lineStyle: {color: 'var(--mark)', width: 2}, label: {formatter: 'the delay', position: 'insideEndBottom', color: 'var(--text)'}}],
    };
  }
  draw('chart-latency', {
    // Half of the first percentile's label, where no label of the other axis makes the room.
    grid: {left: 16, right: narrow() ? 16 : 32, top: 34, bottom: 26, containLabel: true},
    xAxis: axis('log', 'percentile of the requests of a run', {
      min: 2,
      max: 10000,
      axisLabel: {formatter: label},
    }),
    yAxis: axis('log', '', {
      logBase: 2, // lines at 64, 128, 256 ms: powers of ten would be too far apart
      min: Math.max(1, Math.floor(least * .8)),
      axisLabel: {formatter: v => readable(v) + ' ms'},
    }),
    tooltip: {
      trigger: 'item',
      formatter: p => `${text(p.seriesName)}, ${label(p.data[0])}: ${readable(p.data[1])} ms `
        + `(rounds from ${readable(p.data[2])} to ${readable(p.data[3])}), `
        + `${readable(Math.max(0, p.data[1] - data.delayMs))} ms above the delay`,
    },
    series,
  });
}

function cost() {
  draw('chart-cost', {
    grid: {left: 8, right: narrow() ? 24 : 48, top: 44, bottom: 30, containLabel: true},
    xAxis: axis('value', 'requests/s', {min: 0}),
    yAxis: axis('value', '', {min: 0, axisLabel: {formatter: v => readable(v) + ' µs'}}),
    tooltip: {
      trigger: 'item',
      formatter: p => `${text(p.seriesName)}, round ${p.data[2]}: ${readable(p.data[0])} requests/s at ${readable(p.data[1])} µs of CPU each`,
    },
    series: data.variants.map(v => ({
      type: 'scatter',
      name: v.name,
      symbol: style(v.colour).symbol,
      symbolSize: 10,
      color: style(v.colour).color,
      itemStyle: {opacity: .8},
      data: v.rounds.filter(r => r.cpu !== undefined).map(r => [r.throughput, r.cpu, r.round]),
    })),
  });
}

/** Runs second by second: answers, latency, and below what service and generator had to do. */
function time(runs) {
  const [run, other] = runs;
  const begin = Math.floor(Math.min(0, ...runs.flatMap(each => each.throughput.map(([at]) => at - 1))));
  const phases = [[{name: 'warm-up', xAxis: begin, itemStyle: {color: 'var(--room)', opacity: .5}}, {xAxis: 0}]];
  if (run.window) {
    phases.push([{name: 'window', xAxis: run.window[0], itemStyle: {color: 'var(--good)', opacity: .1}}, {xAxis: run.window[1]}]);
  }
  (run.leftOut ?? []).forEach(([from, to], i) => {
    phases.push([{name: i === 0 ? 'left out' : '', xAxis: from, itemStyle: {color: 'var(--bad)', opacity: .15}}, {xAxis: to}]);
  });
  phases.forEach(([from]) => { from.label = {color: 'var(--soft)', position: 'insideTop'}; });
  const areas = {silent: true, data: phases};
  const line = (each, suffix) => (name, i, grid, points, options = {}) => ({
    type: 'line', name: name + suffix, xAxisIndex: grid, yAxisIndex: grid, showSymbol: false, color: COLOURS[i],
    lineStyle: {type: suffix ? 'dotted' : 'solid', width: suffix ? 2 : 1.5}, data: points, ...options,
  });
  const lines = (each, suffix) => {
    const of = line(each, suffix);
    const marked = suffix ? {} : {markArea: areas};
    return [
      of('answers', 0, 0, each.throughput, marked),
      of('p50', 1, 1, each.p50, marked),
      of('p99', 3, 1, each.p99),
      of('max', 7, 1, each.max),
      of('service CPU', 2, 2, each.serviceCpu, marked),
      of('generator CPU', 4, 2, each.generatorCpu),
    ];
  };
  // One width for all three, so that what happened at one time is one above the other
  const grid = ['10%', '41%', '72%'].map(top => ({left: 60, right: 48, top, height: '18%', containLabel: false}));
  const end = Math.ceil(Math.max(...runs.map(each => each.end)));
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
      {type: 'bar', name: 'GC of the service', xAxisIndex: 2, yAxisIndex: 3, color: COLOURS[6], barWidth: 3, data: run.gc},
      ...(other ? lines(other, ', laid over') : []),
    ],
  });
}

/** The page has a choice of runs where any run has samples. */
function times() {
  const select = document.getElementById('run');
  if (!select) {
    return;
  }
  const over = document.getElementById('other');
  over.append(new Option('none', ''));
  data.runs.forEach((run, i) => {
    const status = run.status === 'VALID' ? '' : ' ' + run.status;
    const name = `${run.variant}, round ${run.round}${status}`;
    select.append(new Option(name, i));
    over.append(new Option(name, i));
  });
  const chosen = () => time([select, over].filter(each => each.value !== '').map(each => data.runs[each.value]));
  select.addEventListener('change', chosen);
  over.addEventListener('change', chosen);
  chosen();
}

/** What each variant is to the one whose name was chosen; at first to the fastest. */
function against(baseline) {
  document.querySelectorAll('.overview .name').forEach(name => {
    name.setAttribute('aria-pressed', name.dataset.name === baseline);
  });
  document.querySelectorAll('[data-against]').forEach(cell => {
    const words = data.against[baseline]?.[cell.dataset.against] ?? [];
    cell.replaceChildren(...words.filter(each => each !== '–').flatMap(each => [each, document.createElement('br')]).slice(0, -1));
  });
}

document.querySelectorAll('.overview .name').forEach(name => {
  name.addEventListener('click', () => against(name.dataset.name));
});

const copy = document.getElementById('copy');
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById('command').textContent.trim());
    copy.textContent = 'copied';
  });
}

if (data.variants) {
  if (data.variants.length > 0) {
    against(data.variants[0].name);
  }
  data.intervals.forEach(intervals);
  overhead();
  throughput();
  latency();
  cost();
  times();
}
