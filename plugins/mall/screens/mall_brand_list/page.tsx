import { CopyText, ResourceList, useGo } from '@waypost/host-sdk';
import { PictureControl } from '../../pictures/kept-pictures.tsx';
import { SmallPicture } from '../../pictures/SmallPicture.tsx';
import { brandResource } from './resource.ts';

const CONTROLS = { picture: PictureControl };
const TONES = { show_status: { 1: 'good', 2: 'neutral' } } as const;
const SECTIONS = [
  { fields: ['title', 'icon', 'website'] },
  { name: 'languages', fields: ['title_en_us', 'title_sw_ke'] },
  { name: 'place', fields: ['show_status', 'sort', 'remarks'] },
];

/** Brands, and how many products each has. */
export function Page() {
  const go = useGo();
  return (
    <ResourceList
      resource={brandResource}
      title="menu.mall_brand_list"
      tones={TONES}
      filters={['show_status']}
      form={{ controls: CONTROLS, sections: SECTIONS }}
      columns={[
        { field: 'title', width: 220, priority: 0 },
        { field: 'icon', width: 80, priority: 4, render: ({ icon }) => <SmallPicture picture={icon} /> },
        { field: 'show_status', width: 120, priority: 1 },
        { field: 'product_number', width: 120, align: 'right', priority: 2 },
        { field: 'sort', width: 90, align: 'right', priority: 3 },
        {
          field: 'website',
          isHidden: true,
          render: ({ website }) => <CopyText value={website} isMono={false} ellipsis="middle" />,
        },
        { field: 'title_en_us', isHidden: true },
        { field: 'title_sw_ke', isHidden: true },
        { field: 'remarks', isHidden: true },
        { field: 'create_time', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'products',
          label: 'mall.brand.show_products',
          permission: 'mall.product:read',
          run: ({ id }) => go('mall_product_list', { brand: id }),
        },
      ]}
    />
  );
}
