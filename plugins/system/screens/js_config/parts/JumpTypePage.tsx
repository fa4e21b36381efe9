import { Tabs, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import type { TemplateView } from '../calls.ts';
import styles from './js-config.module.css';
import { PageInForce } from './PageInForce.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateVersions } from './TemplateVersions.tsx';

const TABS = ['page', 'versions'] as const;

/** One jump type: what is in force, the page to write, and what was in force before. */
export function JumpTypePage({ page }: { page: TemplateView }) {
  const words = useWords();
  const [tab, setTab] = useState<(typeof TABS)[number]>('page');
  return (
    <div className={styles.stack}>
      <PageInForce page={page} />
      <Tabs
        label={words(`system.js_config.type.${page.jump_type}`)}
        tabs={TABS.map((name) => ({ name, title: words(`system.js_config.tab.${name}`) }))}
        current={tab}
        onChange={setTab}
      >
        {tab === 'versions' ? (
          <TemplateVersions page={page} />
        ) : (
          <TemplateForm key={`${page.jump_type} ${page.version}`} page={page} />
        )}
      </Tabs>
    </div>
  );
}
