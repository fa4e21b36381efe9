import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';
import { useFormat } from '../format/use-format.ts';
import styles from './page.module.css';

export interface PageProps {
  title: string;
  /** Shown beside the title once it is known. */
  count?: number | undefined;
  /** There are more than `count`. */
  isAtLeast?: boolean;
  /** Beside the title: the state of what the page shows. */
  state?: ReactNode;
  /** One sentence under the title. */
  text?: string;
  /** Under the title: what tells this one from others. */
  facts?: ReactNode;
  /** Before the title, such as a small picture of the thing. */
  picture?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether a page is around: what stands in it is a part of it. */
const InPage = createContext(false);

/** Title of the tab whose panel is around: what is called the same need not show its title once more. */
export const TabTitle = createContext<string | undefined>(undefined);

/**
 * A screen: its title, the buttons that belong to all of it, its content. Inside another page, such as a list in a tab,
 * its title is a heading below that page's.
 */
export function Page({
  title,
  count,
  isAtLeast = false,
  state,
  text,
  facts,
  picture,
  actions,
  children,
}: PageProps) {
  const format = useFormat();
  const isPart = useContext(InPage);
  const isRepeated = useContext(TabTitle) === title;
  const Heading = isPart ? 'h2' : 'h1';
  const isAlone = !actions && !state && !picture && !facts && text === undefined;
  return (
    <div className={styles.page}>
      <header className={isRepeated && isAlone ? 'wp-visually-hidden' : styles.header}>
        <div className={styles.lead}>
          {picture}
          <div className={styles.heading}>
            <div className={styles.titleLine}>
              <Heading
                className={isRepeated ? 'wp-visually-hidden' : isPart ? styles.partTitle : styles.title}
              >
                {title}
                {count === undefined ? null : (
                  <span className={styles.count}>{format.count(count, isAtLeast)}</span>
                )}
              </Heading>
              {state}
            </div>
            {text === undefined ? null : <p className={styles.text}>{text}</p>}
            {facts ? <div className={styles.text}>{facts}</div> : null}
          </div>
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      <InPage value={true}>
        <TabTitle value={undefined}>{children}</TabTitle>
      </InPage>
    </div>
  );
}

export interface PanelProps {
  title?: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** What stays in its place over content that scrolls has this ground. In a style sheet of modules the name would not be shared. */
const BEHIND = { '--wp-behind': 'var(--wp-surface)' } as CSSProperties;

/** A bordered part of a screen that answers one question. */
export function Panel({ title, text, actions, children }: PanelProps) {
  return (
    <section className={styles.panel} style={BEHIND}>
      {title === undefined && text === undefined && !actions ? null : (
        <header className={styles.panelHeader}>
          <div>
            {title === undefined ? null : <h2 className={styles.panelTitle}>{title}</h2>}
            {text === undefined ? null : <p className={styles.panelText}>{text}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
