import { writeFileSync } from 'node:fs';
import { type AskedDrawing, DRAWINGS } from './draw.ts';

/** Draws one picture after another for the process that has started it. */
try {
  // Where memory runs out, Linux ends this process before any other.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // There is no such file elsewhere; the other process looks at how much this one has.
}
process.on('message', async ({ drawing, bytes, side }: AskedDrawing) => {
  process.send?.({ drawn: await DRAWINGS[drawing](bytes, side) });
});
process.on('disconnect', () => process.exit());
