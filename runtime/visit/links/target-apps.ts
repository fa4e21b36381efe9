import { APP_SYSTEMS, type AppSystem, normalizeAppAddress, type TargetApps } from '@waypost/contract';

const HEAD_BYTES = 7;

/** `EXTRA.apps`: the apps of a link's targets; empty where none has any. Throws RangeError for one that is not allowed. */
export function encodeApps(targets: readonly { key: number; apps: TargetApps }[]): Buffer {
  const entries = targets.flatMap(({ key, apps }) =>
    APP_SYSTEMS.flatMap((system, number) => {
      const written = apps[system];
      if (written === undefined) return [];
      const address = normalizeAppAddress(written);
      if (address === undefined) throw new RangeError('the address of an app is not allowed');
      const entry = Buffer.alloc(HEAD_BYTES + address.length);
      entry.writeUInt32LE(key, 0);
      entry[4] = number;
      entry.writeUInt16LE(address.length, 5);
      entry.write(address, HEAD_BYTES, 'latin1');
      return [entry];
    }),
  );
  return Buffer.concat(entries);
}

/** The app of a target on a system, in the bytes of an `EXTRA.apps` from `start` to `end`. */
export function findApp(
  bytes: Buffer,
  { start, end }: { start: number; end: number },
  { key, system }: { key: number; system: AppSystem },
): string | undefined {
  const number = APP_SYSTEMS.indexOf(system);
  for (let at = start; at < end; ) {
    const from = at + HEAD_BYTES;
    const to = from + bytes.readUInt16LE(at + 5);
    if (bytes[at + 4] === number && bytes.readUInt32LE(at) === key) return bytes.toString('latin1', from, to);
    at = to;
  }
  return undefined;
}
