import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const check = createBase58check(sha256);

/** An address with `41` ahead, hex. @throws Error for a text that is none */
export const hexOfAddress = (address: string): string => bytesToHex(check.decode(address));
