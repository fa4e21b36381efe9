import type { Page } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type { CodeRow } from './code-row.ts';
import type { StoredCode } from './link.ts';
import { codeRow, presentCodes } from './present.ts';
import { codeScope } from './scope.ts';

/** The codes in the bin that the caller may see, the last removed first. */
export async function listBin(
  context: PluginContext,
  query: {
    page: number;
    page_size: number;
    skip: number;
    search?: string | undefined;
    owner?: string | undefined;
  },
  request: SignedRequest,
): Promise<Page<CodeRow>> {
  const { page, page_size, skip, search, owner } = query;
  const model = context.model(codeResource);
  const text = search ? { $regex: RegExp.escape(search), $options: 'i' } : undefined;
  const filter = {
    ...(owner === undefined ? {} : { owner }),
    ...codeScope(request),
    remove_time: { $ne: null },
    ...(text ? { $or: [{ name: text }, { short_code: text }] } : {}),
  };
  const [codes, count] = await Promise.all([
    model.find(filter).sort({ remove_time: -1, _id: -1 }).skip(skip).limit(page_size).lean(),
    model.countDocuments(filter),
  ]);
  const content = await presentCodes(context, (codes as StoredCode[]).map(codeRow), request);
  return { content, count, page, page_size };
}
