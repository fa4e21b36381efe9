import { Panel } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import styles from './settings.module.css';
import { useShown } from './settings-context.tsx';

/** Of the element of a section, which the index of the page leads to. */
export const sectionId = (name: string): string => `setting-section-${name}`;

/** Settings that belong together; not there while none of them fits what is searched for. */
export function SettingSection({
  name,
  title,
  names,
  children,
}: {
  name: string;
  title: string;
  names: readonly string[];
  children: ReactNode;
}) {
  if (!useShown(names)) return null;
  return (
    <div id={sectionId(name)} className={styles.section}>
      <Panel title={title}>{children}</Panel>
    </div>
  );
}
