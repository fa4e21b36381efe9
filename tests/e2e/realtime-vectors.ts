import { fromBase64Url, toBase64Url } from '../../host/sdk/client/base64-url.ts';
import { openFrame, sealFirstFrame, sealFrame } from '../../host/sdk/realtime/frame-cipher.ts';
import vectors from '../vectors/realtime.json' with { type: 'json' };

/** Runs in the browser: checks tests/vectors/realtime.json with the code that the page uses, and leaves the faults there. */
const faults: string[] = [];
let count = 0;
function same(name: string, found: unknown, wanted: unknown): void {
  count += 1;
  if (JSON.stringify(found) !== JSON.stringify(wanted)) faults.push(name);
}

for (const vector of vectors.cases) {
  const { sealed, keys } = sealFirstFrame(vector.text, vector.hello, {
    secretKey: fromBase64Url(vector.ephemeral_private_key),
    nonce: fromBase64Url(vector.first.nonce),
    now: vector.first.ts,
  });
  same(`${vector.name}: first`, sealed, vector.first);
  same(`${vector.name}: keys`, { c2s: toBase64Url(keys.c2s), s2c: toBase64Url(keys.s2c) }, vector.keys);
  for (const { direction, text, frame } of vector.frames) {
    const way = direction === 'c2s' ? 'c2s' : 's2c';
    same(`${vector.name}: frame ${frame.seq}`, sealFrame(keys, way, frame.seq, text), frame);
    same(`${vector.name}: text ${frame.seq}`, openFrame(keys, way, frame), text);
  }
}
for (const vector of vectors.refused) {
  const keys = { c2s: fromBase64Url(vector.keys.c2s), s2c: fromBase64Url(vector.keys.s2c) };
  const way = vector.direction === 'c2s' ? 'c2s' : 's2c';
  count += 1;
  try {
    openFrame(keys, way, vector.frame);
    faults.push(`${vector.name}: opened`);
  } catch {
    // As it should be.
  }
}
Object.assign(globalThis, { vectorFaults: faults, vectorCount: count });
