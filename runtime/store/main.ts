import { keepHeapSmall } from './server/small-heap.ts';

/** The embedded store as a process: `bun main.ts --data DIR --socket PATH [--synchronous FULL|NORMAL] [--largest-bytes N] [--until-input-ends]`. */
keepHeapSmall();
// Not before: what is loaded now would be loaded twice.
const { serve } = await import('./server/serve.ts');
serve();
