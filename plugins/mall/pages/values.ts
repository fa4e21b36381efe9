/** What products are called among the pages that codes lead to. */
export const PRODUCT_PAGES = 'mall.products';
