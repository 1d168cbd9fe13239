import { IsEnum, IsInt, IsString, IsUUID, Matches } from 'class-validator';

export enum Format { Pdf = 'pdf', Csv = 'csv' }
export class ReportDto {
  @IsUUID() id: string;
  @IsEnum(Format) format: Format;
  @IsInt() year: number;
  @IsString() title: string;
  @Matches(/^[a-z]+$/) slug: string;
}
