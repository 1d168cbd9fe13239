import { IsEmail, IsIn, IsInt, IsString, Matches, IsUUID } from 'class-validator';

export class CreateUserDto {
  @IsEmail()
  email!: string;
  @IsIn(['admin', 'guest'])
  role!: string;
  @Matches(/^[a-z0-9]+$/)
  folder!: string;
  @IsUUID()
  team!: string;
  @IsString()
  note!: string;
}
