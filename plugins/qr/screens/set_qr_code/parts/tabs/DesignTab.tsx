import type { CodeRow } from '../../../../codes/code-row.ts';
import type { Design } from '../../../../codes/design/values.ts';
import { DownloadPanel } from '../../../../codes/parts/DownloadPanel.tsx';
import { CodeForm } from './CodeForm.tsx';

const SECTIONS = [{ fields: ['design'] }];

/** How the picture of a code looks, beside the picture as it would be. */
export function DesignTab({ code }: { code: CodeRow }) {
  return (
    <CodeForm
      about="design"
      code={code}
      sections={SECTIONS}
      aside={({ design }) => (
        <DownloadPanel code={code} shown={design as Design | null | undefined} isBesideDesign />
      )}
    />
  );
}
