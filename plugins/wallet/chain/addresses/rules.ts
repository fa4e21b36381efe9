import { z } from 'zod';
import { readAddress } from './tron-address.ts';
import { readXpub } from './xpub.ts';

/** An entered address; form and server say the same of it, in the words of the fault. */
export const zContract = z
  .string()
  .trim()
  .max(60)
  .superRefine((text, check) => {
    const read = readAddress(text);
    if ('fault' in read) check.addIssue({ code: 'custom', message: `wallet.address.${read.fault}` });
  });

/** The address that all pay to; empty: there is none. */
export const zShared = z
  .string()
  .trim()
  .max(60)
  .superRefine((text, check) => {
    const read = text === '' ? undefined : readAddress(text);
    if (read !== undefined && 'fault' in read)
      check.addIssue({ code: 'custom', message: `wallet.address.${read.fault}` });
  });

/** Empty: nobody can pay over the chain yet. */
export const zXpub = z
  .string()
  .trim()
  .max(200)
  .superRefine((text, check) => {
    if (text === '') return;
    const read = readXpub(text);
    if ('fault' in read) check.addIssue({ code: 'custom', message: `wallet.xpub.${read.fault}` });
  });

/** The extended public key of an account that is watched. */
export const zWatched = z
  .string()
  .trim()
  .max(200)
  .superRefine((text, check) => {
    const read = readXpub(text);
    if ('fault' in read) check.addIssue({ code: 'custom', message: `wallet.xpub.${read.fault}` });
  });
