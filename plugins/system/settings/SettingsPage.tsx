import { EmptyState, Page, ScreenLink, Tabs, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { SearchBox } from '../search/SearchBox.tsx';
import type { SettingFacts, SettingHistoryCalls } from './calls.ts';
import type { OtherHome } from './other-home.ts';
import { SectionIndex } from './SectionIndex.tsx';
import { SettingsHistory } from './SettingsHistory.tsx';
import styles from './settings.module.css';
import { SettingsContext, useFindSettings, useSettingWords } from './settings-context.tsx';

interface SettingsPageProps {
  title: string;
  text: string;
  /** As in `SettingsState`. */
  words: string;
  settings: readonly SettingFacts[] | undefined;
  /** The settings of this screen. */
  names: readonly string[];
  others: readonly OtherHome[];
  /** Of the form, in their order. */
  sections: readonly { name: string; title: string }[];
  calls: SettingHistoryCalls;
  onUndone: () => void;
  children: ReactNode;
}

const TABS = ['settings', 'history'] as const;

/** A screen of settings: a search over them, the form, and who changed what when. */
export function SettingsPage(props: SettingsPageProps) {
  const words = useWords();
  const [params, setParams] = useQuery();
  const [search, setSearch] = useState('');
  const { settings, words: prefix } = props;
  const facts = useMemo(() => new Map((settings ?? []).map((it) => [it.name, it])), [settings]);
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'settings';
  return (
    <SettingsContext value={{ words: prefix, facts, values: {}, search: search.trim() }}>
      <Page title={props.title} text={props.text}>
        <Tabs
          label={props.title}
          tabs={TABS.map((name) => ({ name, title: words(`system.setting.tab.${name}`) }))}
          current={tab}
          onChange={(name) => setParams({ tab: name === 'settings' ? undefined : name, page: undefined })}
        >
          {tab === 'history' ? (
            <SettingsHistory calls={props.calls} onUndone={props.onUndone} />
          ) : (
            <div className={styles.screen}>
              <SectionIndex sections={props.sections} />
              <div className={styles.column}>
                <SearchBox value={search} label={words('system.setting.search')} onChange={setSearch} />
                <Elsewhere names={props.names} others={props.others} />
                {props.children}
              </div>
            </div>
          )}
        </Tabs>
      </Page>
    </SettingsContext>
  );
}

/** What was searched for and has its home on another screen, or that it is nowhere. */
function Elsewhere({ names, others }: Pick<SettingsPageProps, 'names' | 'others'>) {
  const words = useWords();
  const may = usePermission();
  const find = useFindSettings();
  const { labelOf } = useSettingWords();
  const { search } = useContext(SettingsContext);
  if (search === '') return null;
  const found = others
    .filter(({ permission }) => may(permission))
    .flatMap(({ screen, names: theirs }) => find(theirs).map((name) => ({ screen, name })));
  if (found.length > 0)
    return (
      <section className={styles.elsewhere}>
        <p>{words('system.setting.elsewhere')}</p>
        <ul>
          {found.map(({ screen, name }) => (
            <li key={name}>
              {labelOf(name)} · <ScreenLink to={screen}>{words(`menu.${screen}`)}</ScreenLink>
            </li>
          ))}
        </ul>
      </section>
    );
  return find(names).length > 0 ? null : (
    <EmptyState title={words('list.no_match')} text={words('system.setting.none')} />
  );
}
