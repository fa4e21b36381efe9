import { usePermission } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { useRuleKinds } from '../use-rule-kinds.ts';
import { CodeForm } from './CodeForm.tsx';
import { TargetFacts } from './TargetFacts.tsx';

const SECTIONS = [
  { name: 'basics', fields: ['name', 'targets'] },
  { name: 'arrival', fields: ['jump_type'] },
  { name: 'keeping', fields: ['expires_at', 'remark'] },
];
const RULES = { name: 'rules', fields: ['visit_rules'] };

/** Where a code leads, and when. */
export function TargetsTab({ code }: { code: CodeRow }) {
  const may = usePermission();
  const kinds = useRuleKinds().data?.kinds ?? [];
  if (!may('qr.code:update')) return <TargetFacts code={code} />;
  // Rules of a plugin that is off are kept: they have to be seen to be taken out.
  const hasRules = kinds.length > 0 || code.visit_rules.length > 0;
  const sections = hasRules ? [...SECTIONS.slice(0, 1), RULES, ...SECTIONS.slice(1)] : SECTIONS;
  return (
    <CodeForm
      code={code}
      about="targets"
      sections={sections}
      also={['rotation_model', 'visit_rules']}
      hasOthersSections
    />
  );
}
