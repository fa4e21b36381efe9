import { CURRENCIES, errors, type Locale, showAmount, YesNo } from '@waypost/contract';
import {
  ACCOUNT_DATA_POINT,
  type AccountData,
  type OperationFile,
  type OperationRun,
  type PluginContext,
  todayOf,
} from '@waypost/sdk';
import { administrator } from '../screens/administrators/resource.ts';
import { message } from '../screens/message_list/resource.ts';
import { withTexts } from '../screens/sent_message/texts.ts';

/** Form of the file: docs/customers.md, "Your data". */
const FORMAT = 'waypost-account/1';
/** What is told of the account itself. */
const FACTS = [
  ...['account', 'name', 'phone', 'invitation_code', 'member_expiry', 'share_ratio'],
  ...['register_time', 'register_ip', 'login_time', 'login_ip'],
] as const;
/** Entries of the log and lines of the bill that are read at once. */
const PAGE = 100;

/** Rows of one section, read as they are written: nothing of it is in memory as a whole. */
type Section = AsyncIterable<unknown> | Iterable<unknown>;

/** Writes everything of the account that started the run as one JSON document, section by section. */
export async function exportOwnAccount(context: PluginContext, run: OperationRun<unknown>): Promise<void> {
  const { owner, signal } = run;
  const account = await context.model(administrator).findOne({ _id: owner, disabled: YesNo.no }).lean();
  if (!account) throw errors.unauthenticated.create();
  const day = todayOf(context);
  const file = await run.createFile({ name: `${account.account} ${day}.json`, type: 'application/json' });
  const facts = Object.fromEntries(
    FACTS.map((name) => [name, (account as Readonly<Record<string, unknown>>)[name] ?? null]),
  );
  await file.write(`{"format":${JSON.stringify(FORMAT)},"account":${JSON.stringify(facts)}`);
  let count = 0;
  for (const [name, rows] of await sectionsOf(context, run))
    count += await writeSection(file, { name, rows, signal, onRow: (more) => run.progress(count + more) });
  await file.write('}\n');
}

async function sectionsOf(
  context: PluginContext,
  { owner, locale }: { owner: string; locale: Locale },
): Promise<[string, Section][]> {
  const { people } = context.identity;
  const contributed = await context.points.contributions<AccountData>(ACCOUNT_DATA_POINT);
  return [
    ['sessions', (await people.sessions(owner)).map(({ id: _, ...session }) => session)],
    ['api_keys', await people.apiKeys(owner)],
    ['messages', messagesOf(context, owner, locale)],
    ['bill', billOf(context, owner)],
    ['log', logOf(context, owner)],
    ...contributed.map(({ name, contribution }): [string, Section] => [
      name,
      contributedRows(contribution, owner),
    ]),
  ];
}

async function writeSection(
  file: OperationFile,
  section: { name: string; rows: Section; signal: AbortSignal; onRow: (count: number) => void },
): Promise<number> {
  await file.write(`,${JSON.stringify(section.name)}:[`);
  let count = 0;
  for await (const row of section.rows) {
    section.signal.throwIfAborted();
    await file.write(`${count === 0 ? '' : ','}\n${JSON.stringify(row)}`);
    count += 1;
    section.onRow(count);
  }
  await file.write(']');
  return count;
}

async function* messagesOf(context: PluginContext, owner: string, locale: Locale) {
  const there = { owner, remove_time: null };
  for await (const row of context.model(message).find(there).sort({ _id: 1 }).lean().cursor())
    for (const { title, content, send_time, view_time } of await withTexts(context, [row], locale))
      yield { title, content, send_time, view_time };
}

async function* billOf({ ledger }: PluginContext, account: string) {
  for (const currency of CURRENCIES)
    for (let page = 1; ; page += 1) {
      const { content, count } = await ledger.bill({ account, currency, page, page_size: PAGE });
      for (const { seq, type, change, before, after, remark, time } of content)
        yield {
          currency,
          seq,
          type,
          remark,
          time,
          change: showAmount(change),
          before: showAmount(before),
          after: showAmount(after),
        };
      if (content.length === 0 || page * PAGE >= count) break;
    }
}

/** What the person did. What was changed by it is left out: an operator's entries hold other people's rows. */
async function* logOf({ identity }: PluginContext, account: string) {
  for (let page = 1; ; page += 1) {
    const query = { account, side: 'by' as const, page, page_size: PAGE };
    const { content, count } = await identity.people.history(query);
    for (const { type, time, ip, target } of content) yield { type, time, ip, target };
    if (content.length === 0 || page * PAGE >= count) return;
  }
}

async function* contributedRows(contribution: AccountData, account: string) {
  for (let after: string | null = null; ; ) {
    const { rows, next } = await contribution.portion({ account, after });
    yield* rows;
    if (next === null || next === after) return;
    after = next;
  }
}
