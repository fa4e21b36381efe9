import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { fileErrors } from './errors.ts';

/** How much one person may keep; 0: without a limit. */
export interface FileAllowance {
  file_most: number;
  /** MB */
  file_space: number;
}

interface QuotaDocument {
  _id: string;
  files: number;
  bytes: number;
}

const MEGABYTE = 1_048_576;
/** How many files people keep and how large they are: counted where it changes, so that two uploads at once cannot pass the limit. */
const QUOTAS: CollectionDeclaration<QuotaDocument> = {
  name: 'file_quota',
  fields: { _id: String, files: Number, bytes: Number },
};

export function createQuotas(context: Pick<PluginContext, 'collection'>) {
  const quotas = context.collection(QUOTAS);
  const change = (owner: string, files: number, bytes: number, session: Session) =>
    quotas.findOneAndUpdate(
      { _id: owner },
      { $inc: { files, bytes } },
      { upsert: true, session, returnDocument: 'after', lean: true },
    );
  return {
    /** Errors: `file_upload_most`, `file_upload_space` 409. */
    async take(owner: string, size: number, { file_most, file_space }: FileAllowance, session: Session) {
      const now = (await change(owner, 1, size, session)) as QuotaDocument | null;
      if (file_most > 0 && (now?.files ?? 0) > file_most)
        throw fileErrors.tooMany.create({ files: file_most });
      if (file_space > 0 && (now?.bytes ?? 0) > file_space * MEGABYTE)
        throw fileErrors.tooMuch.create({ megabytes: file_space });
    },
    async give(owner: string, size: number, session: Session): Promise<void> {
      await change(owner, -1, -size, session);
    },
  };
}
