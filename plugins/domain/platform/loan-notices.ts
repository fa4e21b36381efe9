import {
  type CollectionDeclaration,
  type PluginContext,
  type Session,
  SITE_MESSAGES,
  type SiteMessages,
} from '@waypost/sdk';
import { holderOf, type StoredDomain } from '../domains/stored.ts';

/** What an operator did with a name of the platform, until whom it concerns is told. */
interface LoanNotice {
  /** By chance: what inboxes know it by. */
  _id: string;
  domain: string;
  shown: string;
  account: string;
  kind: 'lent' | 'taken_back';
  time: Date;
}

const COLLECTION: CollectionDeclaration<LoanNotice> = {
  name: 'loan_notice',
  onUninstall: 'drop',
  fields: { _id: String, domain: String, shown: String, account: String, kind: String, time: Date },
};
const ID_BYTES = 12;
/** Told in one run. */
const BATCH = 200;

const loanNotices = (context: PluginContext) => context.collection(COLLECTION);

/** Makes the collection at activation: inside a transaction that is a conflict when two do it at once. */
export function keepLoanNotices(context: PluginContext): void {
  loanNotices(context);
}

/**
 * Remembers, in the transaction that lends a name or takes it back, who is to be told of it.
 * @param change.by whoever does it, who knows
 */
export async function rememberLoan(
  context: PluginContext,
  { before, after, by }: { before: StoredDomain; after: StoredDomain; by: string },
  session: Session,
): Promise<void> {
  const [had, has] = [holderOf(before), holderOf(after)];
  if (!before.is_platform || had === has) return;
  const time = context.clock.date();
  const { _id, shown } = before;
  const told = [
    ...(had === undefined ? [] : [{ account: had, kind: 'taken_back' as const }]),
    ...(has === undefined ? [] : [{ account: has, kind: 'lent' as const }]),
  ].filter(({ account }) => account !== by);
  if (told.length === 0) return;
  const rows = told.map((one): LoanNotice => {
    const id = Buffer.from(context.random.bytes(ID_BYTES)).toString('hex');
    return { ...one, _id: id, domain: String(_id), shown, time };
  });
  await loanNotices(context).insertMany(rows, { session });
}

/** Tells what is still to be told; what could not be told now is told by the next run, and nothing twice. */
export async function tellLoans(context: PluginContext): Promise<void> {
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return;
  const notices = loanNotices(context);
  for (const { _id, account, domain, kind, shown } of await notices
    .find({})
    .sort({ time: 1 })
    .limit(BATCH)
    .lean()) {
    await messages.tell({
      to: { accounts: [account] },
      words: `domain.notice.${kind}`,
      params: { name: shown },
      plain: { title: shown, content: `${shown}: ${kind}` },
      occasion: _id,
      // Whoever has it no more finds no page of it.
      screen: kind === 'lent' ? `domain_list?id=${domain}` : 'domain_list',
    });
    await notices.deleteOne({ _id });
  }
}
