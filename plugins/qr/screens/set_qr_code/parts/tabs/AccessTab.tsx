import { Facts, Panel, type ThingHandle, usePermission, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { SharePanel } from '../../../../codes/parts/SharePanel.tsx';
import { CodeForm } from './CodeForm.tsx';
import styles from './tabs.module.css';

const SECTIONS = [{ name: 'access', fields: ['access_mode', 'visit_restriction', 'open_log'] }];

/** Who may visit a code, what is kept of visits, and who else may see them. */
export function AccessTab({ code, page }: { code: CodeRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  return (
    <div className={styles.tab}>
      <Panel title={words('qr.code.section.sharing')}>
        <SharePanel key={code.id} code={code} onChanged={page.reload} />
      </Panel>
      {may('qr.code:update') ? (
        <CodeForm code={code} about="access" sections={SECTIONS} />
      ) : (
        <AccessFacts code={code} />
      )}
    </div>
  );
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
