import { CopyText } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';

/** The address that people type, to press and to copy. */
export function ShortLink({ code }: { code: Pick<CodeRow, 'short_url'> }) {
  return (
    <CopyText
      value={code.short_url}
      shown={code.short_url.replace(/^https?:\/\//, '')}
      href={code.short_url}
    />
  );
}
