import { useWords } from '@waypost/host-sdk';
import { useContext } from 'react';
import { sectionId } from './SettingSection.tsx';
import styles from './settings.module.css';
import { SettingsContext } from './settings-context.tsx';

/** Leads to the sections of a long page: beside them, and on a phone above. Not there while a search leaves some of them out. */
export function SectionIndex({ sections }: { sections: readonly { name: string; title: string }[] }) {
  const words = useWords();
  const { search } = useContext(SettingsContext);
  if (search !== '') return null;
  return (
    <nav aria-label={words('system.setting.sections')} className={styles.index}>
      {sections.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          onClick={() => document.getElementById(sectionId(name))?.scrollIntoView()}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}
