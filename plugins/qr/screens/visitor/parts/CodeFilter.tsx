import { Select } from '@arco-design/web-react';
import { useClient, useQuery, useQuietBox, useWords } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import { codeResource } from '../../qr_code_list/resource.ts';
import type { VisitScopeChoice } from './use-visit-scope.ts';
import styles from './visitor.module.css';

/** Milliseconds of quiet typing before codes are looked for. */
const TYPING_PAUSE_MS = 250;

interface Choice {
  value: string;
  label: string;
}

/** Narrows a screen to one code of a scope, found by its name or short code; kept in the address as `link`. */
export function CodeFilter({ scope }: { scope: VisitScopeChoice }) {
  const words = useWords();
  const [params, set] = useQuery();
  const [search, setSearch] = useState('');
  const link = params.get('link') ?? undefined;
  const choices = useChoices({ search, link, scope });
  const select = useQuietBox();
  return (
    <Select
      ref={select}
      {...(styles.filter ? { className: styles.filter } : {})}
      aria-label={words('qr.visit.link')}
      placeholder={words('qr.visit.link.all')}
      {...(link === undefined ? {} : { value: link })}
      showSearch
      allowClear
      filterOption={false}
      options={choices}
      onSearch={setSearch}
      onChange={(value: string | undefined) => set({ link: value, page: undefined })}
    />
  );
}

interface Asked {
  search: string;
  link: string | undefined;
  scope: VisitScopeChoice;
}

function useChoices({ search, link, scope: { isOwn, owner } }: Asked): Choice[] {
  const client = useClient();
  const [found, setFound] = useState<Choice[]>([]);
  const [chosen, setChosen] = useState<Choice>();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      client
        .list(
          codeResource,
          {
            page_size: 20,
            ...(search ? { search } : {}),
            ...(isOwn || owner === undefined ? {} : { owner }),
          },
          { call: isOwn ? 'user_inquire' : 'inquire', signal: controller.signal },
        )
        .then(({ content }) => setFound(content.map(choiceOf)))
        .catch(() => setFound([]));
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, search, isOwn, owner]);
  useEffect(() => {
    if (link === undefined) return;
    const controller = new AbortController();
    client
      .details(codeResource, link, { signal: controller.signal })
      .then((code) => setChosen(choiceOf(code)))
      .catch(() => setChosen({ value: link, label: link }));
    return () => controller.abort();
  }, [client, link]);
  const isListed = chosen === undefined || found.some((choice) => choice.value === chosen.value);
  return isListed ? found : [chosen, ...found];
}

function choiceOf(code: { id: string; name: string; short_code: string }): Choice {
  return { value: code.id, label: `${code.name} · ${code.short_code}` };
}
