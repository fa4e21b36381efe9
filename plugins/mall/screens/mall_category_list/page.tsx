import { IconDelete } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import { ResourceList, Tag, useGo, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../catalogue/parts.module.css';
import { ShowStatus } from '../../catalogue/values.ts';
import { PictureControl } from '../../pictures/kept-pictures.tsx';
import { SmallPicture } from '../../pictures/SmallPicture.tsx';
import { MergeDrawer } from './parts/MergeDrawer.tsx';
import { categoryResource } from './resource.ts';

type CategoryRow = RowOf<typeof categoryResource>;
const CONTROLS = { picture: PictureControl };
const SECTIONS = [
  { fields: ['title', 'superior', 'icon'] },
  { name: 'languages', fields: ['title_en_us', 'title_sw_ke'] },
  { name: 'place', fields: ['show_status', 'sort', 'remarks'] },
];
/** How far a category stands to the right of the one that it stands in, pixels. */
const LEVEL_WIDTH = 20;

/** Categories as a tree, each behind what it stands in; one of them with what stands in it, where the list is narrowed to it. */
export function Page() {
  const go = useGo();
  const may = usePermission();
  const [merged, setMerged] = useState<CategoryRow>();
  const [params] = useQuery();
  const within = params.get('within');
  // In the order of a time, or among what was searched, levels would stand beside what they are not in.
  const isTree = params.get('sort_field') === null && (params.get('search') ?? '') === '';
  return (
    <>
      <ResourceList
        resource={categoryResource}
        title="menu.mall_category_list"
        filters={['show_status', 'within']}
        form={{
          controls: CONTROLS,
          sections: SECTIONS,
          // Within one category a new one stands in it.
          ...(within === null ? {} : { initial: { superior: within } }),
        }}
        columns={[
          {
            field: 'title',
            width: 220,
            priority: 0,
            render: (row) => <Title row={row} isTree={isTree} />,
          },
          { field: 'icon', width: 80, priority: 4, render: ({ icon }) => <SmallPicture picture={icon} /> },
          { field: 'show_status', width: 190, priority: 1, render: (row) => <Shown row={row} /> },
          { field: 'product_number', width: 120, align: 'right', priority: 2 },
          { field: 'sort', width: 90, align: 'right', priority: 3 },
          { field: 'title_en_us', isHidden: true },
          { field: 'title_sw_ke', isHidden: true },
          { field: 'full_title', isHidden: true },
          { field: 'remarks', isHidden: true },
          { field: 'create_time', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'within',
            label: 'mall.category.show_within',
            run: ({ id }) => go('mall_category_list', { within: id }),
          },
          {
            name: 'products',
            label: 'mall.category.show_products',
            permission: 'mall.product:read',
            run: ({ id }) => go('mall_product_list', { within: id }),
          },
          {
            // In the place of the plain removal, which is refused while products are in it.
            name: 'remove',
            label: 'action.delete',
            icon: <IconDelete />,
            permission: 'mall.category:delete',
            isDangerous: true,
            isVisible: ({ product_number }) => product_number > 0 && may('mall.product:update'),
            run: (row) => setMerged(row),
          },
        ]}
      />
      {merged ? <MergeDrawer category={merged} onClose={() => setMerged(undefined)} /> : null}
    </>
  );
}

function Shown({ row }: { row: CategoryRow }) {
  const words = useWords();
  const isShown = row.show_status === ShowStatus.shown;
  // Shown itself, and yet not seen: what it stands in is hidden.
  if (isShown && !row.is_visible) return <Tag tone="warning">{words('mall.category.hidden_above')}</Tag>;
  return (
    <Tag tone={isShown ? 'good' : 'neutral'}>{words(`mall.category.show_status.${row.show_status}`)}</Tag>
  );
}

function Title({ row, isTree }: { row: CategoryRow; isTree: boolean }) {
  const left = isTree ? (row.depth - 1) * LEVEL_WIDTH : 0;
  return (
    <span className={styles.title} style={{ paddingInlineStart: left }}>
      <span className={styles.words}>{isTree ? row.title : row.full_title}</span>
    </span>
  );
}
