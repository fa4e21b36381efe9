import { createHash } from 'node:crypto';
import type { MachineKey } from '@waypost/sdk/platform';
import type { ServerHostKeyAlgorithm } from 'ssh2';

/** Kinds of host keys that are taken, the best first. RSA with SHA-1 and DSA are not: others can make them up. */
const ALGORITHMS: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/**
 * How a machine may prove itself. One that has several keys shows the kind that was confirmed: a key that it was given in addition
 * is no other machine.
 */
export function hostKeyAlgorithms(confirmed?: MachineKey): ServerHostKeyAlgorithm[] {
  const own = confirmed === undefined ? undefined : ALGORITHMS[confirmed.type];
  return [...(own ?? Object.values(ALGORITHMS).flat())];
}

/** Kind and fingerprint of a key as it comes over the wire (RFC 4253, 6.6: its first part is the kind). */
export function readHostKey(blob: Buffer): MachineKey {
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  return {
    type: blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1'),
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

export const isSameKey = (one: MachineKey, other: MachineKey): boolean =>
  one.type === other.type && one.fingerprint === other.fingerprint;
