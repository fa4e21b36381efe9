import { Select } from '@arco-design/web-react';
import type { Reference } from '@waypost/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { useQuietBox } from '../parts/use-quiet-box.ts';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import type { WordsFunction } from '../words/words.ts';
import styles from './reference.module.css';
import { type Choices, type Title, useChoices, useMayRead, usePaused, useTitles } from './use-reference.ts';

const NONE: NonNullable<ReferenceSelectProps['fixed']> = [];
/** How near to the end of what is shown the next page is asked for, pixels. */
const NEAR_END = 80;

export interface ReferenceSelectProps {
  reference: Reference;
  /** The id chosen, or ids. */
  value: string | readonly string[] | null | undefined;
  isMultiple?: boolean;
  isClearable?: boolean;
  hasError?: boolean;
  placeholder?: string | undefined;
  /** Choices that are no things of the resource, ahead of them. They are there also for whoever may not read the things. */
  fixed?: readonly { value: string; label: string }[];
  className?: string | undefined;
  /** Attributes that tie it to its label, help and fault. */
  attributes?: Readonly<Record<string, unknown>>;
  onChange: (value: string | string[] | undefined) => void;
  onBlur?: () => void;
}

/** Chooses things of a resource by their title: searched and paged on the server, only what the caller may read. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { reference, value, fixed = NONE } = props;
  const words = useWords();
  const mayRead = useMayRead(reference);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const found = useChoices(reference, usePaused(typed.trim()), isOpen && mayRead);
  const ids = typeof value === 'string' ? (value === '' ? [] : [value]) : [...(value ?? [])];
  const known = new Map([
    ...fixed.map((choice) => [choice.value, choice.label] as const),
    ...found.choices.map(({ id, title }) => [id, title] as const),
  ]);
  const isOffered = mayRead || fixed.length > 0;
  const fitting = fixed.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const titles = useTitles(
    reference,
    ids.filter((id) => !known.has(id)),
  );
  const textOf = (id: string) => known.get(id) ?? titleText(titles.get(id), id, words);
  const isNone = ids.length === 0;
  const select = useQuietBox();
  return (
    <Select
      ref={select}
      {...props.attributes}
      {...(isOffered ? {} : { disabled: true })}
      className={`${styles.select} ${props.className ?? ''}`}
      error={props.hasError ?? false}
      showSearch
      allowClear={props.isClearable ?? false}
      filterOption={false}
      placeholder={isOffered ? (props.placeholder ?? words('picker.choose')) : words('picker.forbidden')}
      {...(props.isMultiple ? { mode: 'multiple' as const } : {})}
      value={(props.isMultiple ? ids : isNone ? undefined : ids[0]) as never}
      options={[...fitting, ...found.choices.map(({ id, title }) => ({ value: id, label: title }))]}
      renderFormat={(_option, id) => textOf(String(id))}
      notFoundContent={<NothingShown found={found} isNarrowed={typed.trim() !== ''} />}
      dropdownRender={(menu) => (
        <>
          {menu}
          <MoreChoices found={found} />
        </>
      )}
      onPopupScroll={(list: HTMLElement) => {
        if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END) found.loadMore();
      }}
      onSearch={setTyped}
      onVisibleChange={(isShown) => {
        setOpen(isShown);
        if (!isShown) setTyped('');
      }}
      onChange={(next: string | string[] | undefined) => props.onChange(next)}
      onBlur={() => props.onBlur?.()}
    />
  );
}

/** The words for a chosen thing whose title may not be known. */
export function titleText(title: Title | undefined, id: string, words: WordsFunction): string {
  if (title === undefined || title === 'loading') return words('state.loading');
  if (title === 'gone') return words('picker.gone');
  return title === 'unknown' ? words('picker.unknown', { id }) : title.title;
}

function NothingShown({ found, isNarrowed }: { found: Choices; isNarrowed: boolean }) {
  const words = useWords();
  const errorText = useErrorText();
  if (found.error)
    return (
      <Note>
        <span role="alert">{errorText(found.error)}</span>
        <Button onClick={found.retry}>{words('action.retry')}</Button>
      </Note>
    );
  if (found.isLoading || found.count === undefined) return <Note>{words('state.loading')}</Note>;
  return <Note>{words(isNarrowed ? 'list.no_match' : 'list.empty')}</Note>;
}

/** The way to the next page for whoever does not scroll, and where a page that failed is asked for again. */
function MoreChoices({ found }: { found: Choices }) {
  const words = useWords();
  const errorText = useErrorText();
  if (found.choices.length === 0 || !(found.hasMore || found.error)) return null;
  return (
    <Note>
      {found.error ? <span role="alert">{errorText(found.error)}</span> : null}
      <Button kind="text" isBusy={found.isLoading} onClick={found.error ? found.retry : found.loadMore}>
        {words(found.error ? 'action.retry' : 'picker.more')}
      </Button>
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    // What is typed next still goes into the search, also after a button here was used.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no input, it leaves the focus where it is
    <div className={styles.note} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}
