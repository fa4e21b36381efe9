import type { MenuNode } from '@waypost/contract/platform';
import { useShownThing, useWords } from '@waypost/host-sdk';
import { trailTo } from '../menu/menu.ts';
import { useScreenPath } from '../menu/use-screen-path.ts';
import styles from './layout.module.css';

/** Where the screen stands in the menu, and of the page of a thing its name behind it. */
export function Breadcrumbs({ tree }: { tree: readonly MenuNode[] }) {
  const words = useWords();
  const thing = useShownThing();
  // A group and its first screen may be called the same.
  const trail = trailTo(tree, useScreenPath())
    .map(({ id, name }) => ({ id, name }))
    .filter(({ name }, index, all) => name !== all[index + 1]?.name);
  if (thing !== undefined && thing.name !== '') trail.push({ id: 'thing', name: thing.name });
  return (
    <nav aria-label={words('shell.breadcrumbs')} className={styles.crumbs}>
      <ol>
        {trail.map((node, index) => (
          <li key={node.id} aria-current={index === trail.length - 1 ? 'page' : undefined}>
            {node.name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
