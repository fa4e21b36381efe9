import { randomBytes } from 'node:crypto';
import type { Collections } from '../collections.ts';

/** Somebody for tests of the ledger: an account that nobody logs in to. @returns its id */
export async function addPerson({ accounts }: Pick<Collections, 'accounts'>): Promise<string> {
  const first = await accounts.findOne({});
  if (first === null) throw new Error('the store has no administrator yet');
  const _id = randomBytes(12).toString('hex');
  await accounts.insertOne({ ...first, _id, account: `p${_id}`, skeleton: _id, invitation_code: _id });
  return _id;
}
