export interface Query { table: string; where: string }
