// What requests took beyond their delay, a stacked bar for each variant; chart-base.js comes before it.
// Each bar is 100 %: a full pool's queue would leave no other bar to be seen.

function overhead() {
  const bars = data.overheads;
  if (bars.length === 0) {
    return;
  }
  const totals = bars.map(bar => bar.pieces.reduce((sum, piece) => sum + piece.ms, 0));
  const names = bars.map((bar, i) => `${bar.name}, ${readable(totals[i])} ms`);
  const causes = bars[0].pieces.map(piece => piece.cause);
  // What is not measured is no colour among the others
  const colour = (cause, i) => cause === 'not measured' ? '#c8ccd1' : COLOURS[i % 8];
  draw('chart-overhead', {
    grid: {left: 8, right: 24, top: 44, bottom: 30, containLabel: true},
    xAxis: axis('value', `% of the time over the delay of ${readable(data.delayMs)} ms`, {min: 0, max: 100}),
    yAxis: axis('category', '', {data: names, inverse: true, axisLabel: {color: 'var(--text)', width: narrow() ? 90 : 200, overflow: 'truncate'}}),
    tooltip: {trigger: 'item', formatter: p => `${text(p.name)}, ${text(p.seriesName)}: ${readable(p.data.ms)} ms`},
    series: causes.map((cause, i) => ({
      type: 'bar',
      stack: 'overhead',
      name: cause,
      color: colour(cause, i),
      barMaxWidth: 26,
      data: bars.map((bar, j) => ({value: 100 * bar.pieces[i].ms / (totals[j] || 1), ms: bar.pieces[i].ms})),
    })),
  }, 110 + 44 * names.length);
}
