import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { TabTitle } from './Page.tsx';
import styles from './tabs.module.css';
import { useChosenInSight } from './use-chosen-in-sight.ts';

export interface TabsProps<T extends string> {
  /** What the tabs are of, for whoever does not see them. */
  label: string;
  tabs: readonly { name: T; title: string }[];
  current: T;
  onChange: (name: T) => void;
  children: ReactNode;
}

/** Tabs over their panel: arrows move, as in any tab list. One alone is no choice, and its panel stands without. */
export function Tabs<T extends string>({ label, tabs, current, onChange, children }: TabsProps<T>) {
  const id = useId();
  // An address may name a tab that is out of sight.
  const list = useChosenInSight<HTMLDivElement>('[aria-selected="true"]', current);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.name);
    list.current?.querySelector<HTMLButtonElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  if (tabs.length === 1) return <TabTitle value={tabs[0]?.title}>{children}</TabTitle>;
  return (
    <div className={styles.tabs}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`${styles.tabList} wp-fading`}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} className={styles.panel}>
        <TabTitle value={tabs.find(({ name }) => name === current)?.title}>{children}</TabTitle>
      </div>
    </div>
  );
}
