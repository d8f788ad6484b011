// Node.js: all requests at once with fetch and Promise.all. Prints what each repetition took in µs,
// and the sum of the answers, as the Java clients do.
import {performance} from 'node:perf_hooks';

const service = process.env.SERVICE ?? 'http://127.0.0.1:8095/';
const requests = Number(process.env.REQUESTS ?? 1000);
const repetitions = Number(process.env.REPETITIONS ?? 5);

async function ask(i) {
  try {
    const answer = await fetch(new URL(`/?i=${i}`, service));
    return answer.ok ? Number(await answer.text()) : 0;
  } catch {
    return 0; // the sum will be wrong, and with it the repetition
  }
}

for (let repetition = 1; repetition <= repetitions; repetition++) {
  const start = performance.now();
  const answers = await Promise.all(Array.from({length: requests}, (_, i) => ask(i)));
  const sum = answers.reduce((all, one) => all + one, 0);
  console.log(`${Math.round((performance.now() - start) * 1000)} ${sum}`);
}
