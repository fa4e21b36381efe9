import { type AuditActor, newVersion, type PluginContext, type Session } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { knownBy } from '../history/known-by.ts';
import type { StoredCode } from '../link.ts';
import { publishCodes } from '../publish-codes.ts';
import type { ClaimFault, ClaimRow } from './claim-row.ts';
import { settleClaims } from './settle-claims.ts';

/** What became of a line. */
export interface ClaimedLine {
  row: ClaimRow;
  /** What the code is called; empty: none was found. */
  name: string;
  fault?: ClaimFault;
}

interface Claiming {
  /** Whose codes they have to be. */
  owner: string;
  /** Who began it; undefined: it is not known. */
  actor: AuditActor | undefined;
  /** Short codes of earlier lines of the file; those of a portion are added. */
  seen: Set<string>;
}

/** Gives the codes of a portion of lines their targets, all that can get one in one transaction. */
export function claimLines(
  context: PluginContext,
  rows: readonly ClaimRow[],
  { seen, ...whose }: Claiming,
): Promise<ClaimedLine[]> {
  // What an attempt has noted is not true for the next one.
  return context
    .transaction(async (session) => {
      const noted = new Set(seen);
      return { noted, lines: await claimOnce(context, rows, { ...whose, seen: noted, session }) };
    })
    .then(({ noted, lines }) => {
      for (const code of noted) seen.add(code);
      return lines;
    });
}

async function claimOnce(
  context: PluginContext,
  rows: readonly ClaimRow[],
  { owner, actor, seen, session }: Claiming & { session: Session },
): Promise<ClaimedLine[]> {
  const model = context.model(codeResource);
  const wanted = rows.flatMap(({ code, fault }) => (fault === undefined ? [code] : []));
  const found = await model
    .find({ short_code: { $in: wanted }, owner, remove_time: null })
    .session(session)
    .lean();
  // On several hosts one name may be several codes: the one that leads nowhere yet is meant.
  const [settled, open] = [
    found.filter((code) => !code.is_unclaimed),
    found.filter((code) => code.is_unclaimed),
  ];
  const known = new Map([...settled, ...open].map((code) => [code.short_code, code]));
  const claimed: StoredCode[] = [];
  const lines: ClaimedLine[] = [];
  for (const row of rows) {
    const code = known.get(row.code);
    const name = code?.name ?? '';
    const fault = row.fault ?? faultOf(row, code, seen);
    if (fault !== undefined || code === undefined) {
      lines.push({ row, name, ...(fault === undefined ? {} : { fault }) });
      continue;
    }
    seen.add(row.code);
    lines.push({ row, name: row.name || name });
    if (code.is_unclaimed) claimed.push(await write(context, { code, row, actor, session }));
  }
  await settleClaims(context, claimed, { session });
  const ids = claimed.map(({ _id }) => _id);
  const after = await model
    .find({ _id: { $in: ids } })
    .session(session)
    .lean();
  if (after.length > 0) await publishCodes(context, after, session);
  return lines;
}

function faultOf(row: ClaimRow, code: StoredCode | undefined, seen: Set<string>): ClaimFault | undefined {
  if (seen.has(row.code)) return 'twice';
  if (code === undefined) return 'unknown';
  if (code.is_frozen) return 'frozen';
  // A run that begins anew finds what it had done before.
  const isDone = code.targets.length === 1 && code.targets[0]?.url === row.url;
  return code.is_unclaimed || (Boolean(code.batch) && isDone) ? undefined : 'claimed';
}

/** Writes one line to its code and to its history; answers the code as it was. */
async function write(
  context: PluginContext,
  {
    code,
    row,
    actor,
    session,
  }: Pick<Claiming, 'actor'> & { code: StoredCode; row: ClaimRow; session: Session },
): Promise<StoredCode> {
  const change = {
    targets: [{ url: row.url }],
    ...(row.name === '' ? {} : { name: row.name }),
    ...(row.remark === '' ? {} : { remark: row.remark }),
  };
  await context
    .model(codeResource)
    .updateOne({ _id: code._id }, newVersion(context, change), { session, timestamps: false });
  const before = { ...knownBy(code), targets: [], remark: code.remark ?? '' };
  const by = actor === undefined ? {} : { actor };
  await context.audit(
    { type: 'qr.code.update', target: String(code._id), before, after: change, ...by },
    session,
  );
  return code;
}
