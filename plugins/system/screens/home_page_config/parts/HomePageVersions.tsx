import {
  Button,
  confirm,
  notify,
  PagedTable,
  RelativeTime,
  Tag,
  useAction,
  useCall,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { type HomePageVersion, homePageRestore, homePageVersions } from '../calls.ts';

interface HomePageVersionsProps {
  /** The version in force. */
  current: number;
  onRestored: () => void;
}

/** What the dashboard has shown before, and a way back to each. */
export function HomePageVersions({ current, onRestored }: HomePageVersionsProps) {
  const words = useWords();
  const query = useCall(homePageVersions, {});
  const { run } = useAction(homePageRestore);
  const reload = useReloadArea(homePageVersions.area);

  async function showAgain({ version }: HomePageVersion): Promise<void> {
    const isAgreed = await confirm({
      title: words('system.home_page.restore.title', { number: version }),
      text: words('system.home_page.restore.text'),
      verb: words('system.home_page.restore'),
      isDangerous: false,
    });
    if (!isAgreed) return;
    // What went wrong has been said; the list shows what is in force now either way.
    await run({ version: current, restores: version }).then(
      () => notify.success(words('system.home_page.restored', { number: version })),
      () => undefined,
    );
    await reload();
    onRestored();
  }

  const title = (name: string) => words(`system.home_page.versions.${name}`);
  return (
    <PagedTable<HomePageVersion>
      query={query}
      empty={{
        title: words('system.home_page.versions.none'),
        text: words('system.home_page.versions.none_text'),
      }}
      label={words('system.home_page.tab.versions')}
      rowKey={({ version }) => String(version)}
      columns={[
        {
          key: 'version',
          title: title('version'),
          render: ({ version, restores }) => (
            <>
              {words('system.home_page.version', { number: version })}{' '}
              {version === current ? <Tag tone="good">{title('current')}</Tag> : null}
              {restores === null ? null : <Tag>{words('system.home_page.as', { number: restores })}</Tag>}
            </>
          ),
        },
        {
          key: 'content',
          title: title('content'),
          render: ({ links }) => words('system.home_page.versions.counts', { count: links }),
          priority: 3,
        },
        { key: 'account', title: title('by'), render: ({ account }) => account, priority: 2 },
        {
          key: 'time',
          title: title('time'),
          render: ({ time }) => <RelativeTime value={time} />,
          priority: 1,
        },
      ]}
      actions={(row) =>
        row.version === current ? null : (
          <Button size="small" onClick={() => void showAgain(row)}>
            {words('system.home_page.restore')}
            <span className="wp-visually-hidden">
              {' '}
              {words('system.home_page.version', { number: row.version })}
            </span>
          </Button>
        )
      }
    />
  );
}
