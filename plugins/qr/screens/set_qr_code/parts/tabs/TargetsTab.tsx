import { usePermission, useUser } from '@waypost/host-sdk';
import { useMemo } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { PREVIEW_VISIT } from '../../preview/calls.ts';
import { EXPIRY } from '../code-form.ts';
import { VisitorPreview, VisitorPreviewButton } from '../visitor/VisitorPreview.tsx';
import { CodeForm } from './CodeForm.tsx';
import { TargetFacts } from './TargetFacts.tsx';

const sectionsWith = (keeping: readonly string[]) => [
  { name: 'basics', fields: ['name', 'targets'] },
  { name: 'rules', fields: ['visit_rules'] },
  { name: 'arrival', fields: ['jump_type', 'forward_query'] },
  { name: 'keeping', fields: [...keeping, 'tags', ...EXPIRY, 'remark'] },
];
const OWN = sectionsWith(['group']);
/** Groups are their owner's: whoever works on another one's code has none to choose from. */
const OF_OTHERS = sectionsWith([]);

/** Where a code leads, and when. */
export function TargetsTab({ code }: { code: CodeRow }) {
  const may = usePermission();
  const user = useUser();
  // A line to type into, where there is no target yet.
  const row = useMemo(() => (code.is_unclaimed ? { ...code, targets: [{ url: '' }] } : code), [code]);
  const preview = { code, shortUrl: code.short_url };
  if (!may('qr.code:update')) return <TargetFacts code={code} />;
  return (
    <CodeForm
      code={row}
      about="targets"
      sections={code.owner === user?.id ? OWN : OF_OTHERS}
      also={['rotation_model']}
      hasOthersSections
      {...(may(PREVIEW_VISIT)
        ? {
            aside: (values) => <VisitorPreview {...preview} values={values} />,
            barEnd: (values) => <VisitorPreviewButton {...preview} values={values} />,
          }
        : {})}
    />
  );
}
