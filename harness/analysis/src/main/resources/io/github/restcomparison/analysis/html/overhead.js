// What requests took beyond their delay, a stacked bar for each variant; chart-base.js comes before it.

function overhead() {
  const bars = data.overheads;
  if (bars.length === 0) {
    return;
  }
  const names = bars.map(bar => bar.name);
  const causes = bars[0].pieces.map(piece => piece.cause);
  // What is not measured is no colour among the others
  const colour = (cause, i) => cause === 'not measured' ? '#c8ccd1' : COLOURS[i % 8];
  draw('chart-overhead', {
    grid: {left: 8, right: 24, top: 44, bottom: 30, containLabel: true},
    xAxis: axis('value', `ms over the delay of ${readable(data.delayMs)} ms`, {min: 0}),
    yAxis: axis('category', '', {data: names, inverse: true, axisLabel: {color: 'var(--text)', width: narrow() ? 90 : 200, overflow: 'truncate'}}),
    tooltip: {trigger: 'item', formatter: p => `${text(p.name)}, ${text(p.seriesName)}: ${readable(p.value)} ms`},
    series: causes.map((cause, i) => ({
      type: 'bar',
      stack: 'overhead',
      name: cause,
      color: colour(cause, i),
      barMaxWidth: 26,
      data: bars.map(bar => bar.pieces[i].ms),
    })),
  }, 110 + 44 * names.length);
}

overhead();
