import type { IProductRepository, ListQuery } from '../repositories/product-repository';

export class ProductService {
  constructor(private readonly repository: IProductRepository) {}

  async list(query: ListQuery) {
    const rows = await this.repository.find(query);
    return rows.map((row) => ({ ...row, price: Number(row.price) }));
  }

  async byId(id: string) {
    const found = await this.repository.findById(id);
    if (!found) throw new Error('not found');
    return found;
  }

  remove(sku: string) {
    return this.repository.delete(sku);
  }
}
