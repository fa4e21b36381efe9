import { Facts, Panel, type ThingHandle, usePermission, useWords } from '@waypost/host-sdk';
import { AddressPanel } from '../../../../codes/addresses/parts/AddressPanel.tsx';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { SharePanel } from '../../../../codes/parts/SharePanel.tsx';
import { CODE_CONTROLS } from '../code-form.ts';
import { NextPasswordControl } from '../VisitPasswordControl.tsx';
import { CodeForm } from './CodeForm.tsx';
import styles from './tabs.module.css';

const SECTIONS = [{ fields: ['access_mode', 'visit_restriction', 'has_password', 'open_log'] }];

/** A code that has a password need not get one to go on asking for it. */
const PROTECTED = { ...CODE_CONTROLS, has_password: NextPasswordControl };

/** Who may visit a code, what is kept of visits, and who else may see them. */
export function AccessTab({ code, page }: { code: CodeRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  return (
    <div className={styles.tab}>
      <Panel title={words('qr.code.section.access')}>
        {may('qr.code:update') ? (
          <CodeForm
            code={code}
            about="access"
            sections={SECTIONS}
            also={['visit_password']}
            controls={code.has_password ? PROTECTED : CODE_CONTROLS}
          />
        ) : (
          <AccessFacts code={code} />
        )}
      </Panel>
      <Panel title={words('qr.code.section.sharing')}>
        <SharePanel key={code.id} code={code} onChanged={page.reload} />
      </Panel>
      <AddressPanel code={code} page={page} />
    </div>
  );
}

function AccessFacts({ code }: { code: CodeRow }) {
  const words = useWords();
  const option = (field: 'access_mode' | 'visit_restriction' | 'open_log') =>
    [words(`qr.code.${field}`), words(`qr.code.${field}.${code[field]}`)] as const;
  return (
    <Facts
      facts={[
        option('access_mode'),
        option('visit_restriction'),
        [words('qr.code.has_password'), words(code.has_password ? 'qr.history.yes' : 'qr.history.no')],
        option('open_log'),
      ]}
    />
  );
}
