import { Facts, Panel, usePermission, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { CodeForm } from './CodeForm.tsx';

const SECTIONS = [
  { name: 'access', fields: ['access_mode', 'visit_restriction', 'open_log'] },
  { name: 'sharing', fields: ['file_name', 'share_password'] },
];

/** Who may visit a code, what is kept of visits, and who else may see them. */
export function AccessTab({ code }: { code: CodeRow }) {
  const may = usePermission();
  return may('qr.code:update') ? <CodeForm code={code} sections={SECTIONS} /> : <AccessFacts code={code} />;
}

function AccessFacts({ code }: { code: CodeRow }) {
  const words = useWords();
  const option = (field: 'access_mode' | 'visit_restriction' | 'open_log') =>
    [words(`qr.code.${field}`), words(`qr.code.${field}.${code[field]}`)] as const;
  return (
    <Panel>
      <Facts facts={[option('access_mode'), option('visit_restriction'), option('open_log')]} />
    </Panel>
  );
}
