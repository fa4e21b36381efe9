import { type BodyOf, errors, GenerationType, type ResultOf } from '@waypost/contract';
import { type CodePage, newRow, type PluginContext, type Session, type SignedRequest } from '@waypost/sdk';
import { isOwnerPaused } from '../../limits/paused-owners.ts';
import { requireCodeRoom } from '../../limits/room.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { spelled } from '../alike-codes.ts';
import { codeFaults, drawnTwice, withFreshCodes } from '../free-codes.ts';
import { newHosts } from '../hosts/new-hosts.ts';
import { wayOf } from '../hosts/values.ts';
import { addressesOf, placeOf, type StoredCode } from '../link.ts';
import { addressSource } from '../present.ts';
import { publishCodes } from '../publish-codes.ts';
import { generateShortCode } from '../short-code.ts';
import type { pageLabelsCall } from './calls.ts';
import { pageSources } from './code-pages.ts';

/** Letters of the longest name of a code. */
const MAX_NAME = 100;

/**
 * Codes of the caller that lead to pages, one each in the order of the pages; makes those that are missing in one transaction.
 * A code that was made for a page and leads elsewhere by now is not one of them.
 * Errors: `invalid_input` 422 at `source` where nobody brings it; `not_found` 404 where one of the pages is not there;
 * `limit_codes` 409.
 */
export async function pageLabels(
  context: PluginContext,
  { source, pages: ids }: BodyOf<typeof pageLabelsCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof pageLabelsCall>> {
  const found = (await pageSources(context, request)).find(({ name }) => name === source);
  if (found === undefined)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'source', message: 'error.issue.contribution_unknown' }] },
    );
  const wanted = [...new Set(ids)];
  const read = new Map((await found.contribution.read(wanted)).map((page) => [page.id, page]));
  const pages = wanted.flatMap((id) => read.get(id) ?? []);
  if (pages.length < wanted.length) throw errors.notFound.create();
  const owner = request.caller.id;
  const keyOf = ({ id }: CodePage) => `${source}/${id}`;
  return withFreshCodes(context, async (session) => {
    const model = context.model(codeResource);
    const there = await model
      .find({ owner, page: { $in: pages.map(keyOf) }, remove_time: null })
      .sort({ create_time: 1, _id: 1 })
      .session(session)
      .lean();
    const codeOf = (page: CodePage, codes: readonly StoredCode[]) =>
      codes.find((code) => code.page === keyOf(page) && code.targets.some(({ url }) => url === page.url));
    const missing = pages.filter((page) => codeOf(page, there) === undefined);
    const made = await makeCodes(context, { missing, owner, keyOf }, session);
    for (const { _id, name, short_code, targets } of made)
      await context.audit(
        { type: 'qr.code.add', target: String(_id), after: { name, short_code, targets }, request },
        session,
      );
    const all = [...there, ...made];
    const addresses = addressSource(context);
    const codes = pages.flatMap((page) => {
      const code = codeOf(page, all);
      if (code === undefined) return [];
      const { name, design = null } = code;
      return [
        { id: String(code._id), page: page.id, name, design, ...addressesOf(placeOf(code), addresses) },
      ];
    });
    return { made: made.length, codes };
  });
}

async function makeCodes(
  context: PluginContext,
  input: { missing: readonly CodePage[]; owner: string; keyOf: (page: CodePage) => string },
  session: Session,
): Promise<StoredCode[]> {
  const { missing, owner, keyOf } = input;
  if (missing.length === 0) return [];
  const hosts = await newHosts(context, {}, { owner, session });
  const drawn = missing.map(() => generateShortCode(context.random));
  const faults = await codeFaults(context, { codes: drawn, hosts: wayOf(hosts) }, session);
  if (new Set(drawn).size < drawn.length || faults.size > 0) throw drawnTwice();
  const is_paused = await isOwnerPaused(context, owner, session);
  const codes = missing.map((page, at) =>
    newRow(
      context,
      codeResource,
      {
        ...hosts,
        is_paused,
        ...spelled(drawn[at] ?? ''),
        page: keyOf(page),
        name: [...page.title.trim()].slice(0, MAX_NAME).join(''),
        generation_type: GenerationType.selfRunEntry,
        targets: [{ url: page.url }],
      },
      { owner },
    ),
  );
  // As they are: rows of `newRow` are what the store keeps.
  await context.model(codeResource).insertMany(codes, { session, lean: true });
  await requireCodeRoom(context, [owner], session);
  await publishCodes(context, codes, session);
  return codes;
}
