import { usePermission } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { EXPIRY } from '../code-form.ts';
import { CodeForm } from './CodeForm.tsx';
import { TargetFacts } from './TargetFacts.tsx';

const SECTIONS = [
  { name: 'basics', fields: ['name', 'targets'] },
  { name: 'rules', fields: ['visit_rules'] },
  { name: 'arrival', fields: ['jump_type', 'forward_query'] },
  { name: 'keeping', fields: ['group', 'tags', ...EXPIRY, 'remark'] },
];

/** Where a code leads, and when. */
export function TargetsTab({ code }: { code: CodeRow }) {
  const may = usePermission();
  if (!may('qr.code:update')) return <TargetFacts code={code} />;
  return (
    <CodeForm code={code} about="targets" sections={SECTIONS} also={['rotation_model']} hasOthersSections />
  );
}
