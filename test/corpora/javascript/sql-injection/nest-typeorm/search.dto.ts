export class SearchDto {
  name!: string;
  sort!: string;
}
