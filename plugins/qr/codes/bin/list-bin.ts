import type { BodyOf, Page } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  anyLiteral,
  type PluginContext,
  type SignedRequest,
} from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { BinRow, binCall } from '../../screens/qr_code_remove/calls.ts';
import type { ReadSettings } from '../../settings.ts';
import type { StoredCode } from '../link.ts';
import { codeRow, ownerNames, presentCodes } from '../present.ts';
import { codeScope, seesEveryOwner } from '../scope.ts';
import { BINNED, purgeTimeOf } from './rules.ts';

type Query = Omit<BodyOf<typeof binCall>, 'page' | 'page_size'> & {
  page: number;
  page_size: number;
  skip: number;
};

/** The codes in the bin that the caller may see, with who put each there and when it is deleted for good. */
export async function listBin(
  context: PluginContext,
  readSettings: ReadSettings,
  query: Query,
  request: SignedRequest,
): Promise<Page<BinRow>> {
  const { page, page_size, skip, search, owner, order = 'latest' } = query;
  const model = context.model(codeResource);
  const text = search ? anyLiteral([search]) : undefined;
  const filter = {
    ...(owner === undefined ? {} : { owner }),
    ...codeScope(request),
    ...BINNED,
    ...(text ? { $or: [{ name: text }, { short_code: text }] } : {}),
  };
  const direction = order === 'latest' ? -1 : 1;
  const [codes, count, { bin_days }] = await Promise.all([
    model.find(filter).sort({ remove_time: direction, _id: direction }).skip(skip).limit(page_size).lean(),
    model.countDocuments(filter),
    readSettings(),
  ]);
  const [rows, removers] = await Promise.all([
    presentCodes(context, codes.map(codeRow), request),
    removersOf(context, codes, request),
  ]);
  const content = rows.map((row, at) => {
    const code = codes[at] as StoredCode;
    return {
      ...row,
      removed_by: removers(code),
      purge_time: purgeTimeOf(code.remove_time as Date, bin_days).toISOString(),
    };
  });
  return { content, count, page, page_size };
}

/** Who put codes into the bin: owners by their account, operators by it to those alone who see every owner's. */
async function removersOf(
  context: PluginContext,
  codes: readonly StoredCode[],
  request: SignedRequest,
): Promise<(code: StoredCode) => BinRow['removed_by']> {
  const ids = [...new Set(codes.flatMap(({ remove_by }) => remove_by ?? []))];
  const others = [
    ...new Set(
      codes.flatMap(({ remove_by, owner }) => (remove_by && remove_by !== String(owner) ? [remove_by] : [])),
    ),
  ];
  const states = context.require<AccountStates>(ACCOUNT_STATES);
  const [names, customers] = await Promise.all([
    ownerNames(context, ids),
    Promise.all(others.map(async (id) => ((await states?.isCustomer(id)) ? [id] : []))),
  ]);
  const formerly = new Set(customers.flat());
  return ({ remove_by, owner }) => {
    if (!remove_by) return { kind: 'server', account: '' };
    const account = names[remove_by] ?? '';
    if (remove_by === String(owner)) return { kind: 'owner', account };
    const kind = formerly.has(remove_by) ? 'former_owner' : 'operator';
    return { kind, account: seesEveryOwner(request) ? account : '' };
  };
}
