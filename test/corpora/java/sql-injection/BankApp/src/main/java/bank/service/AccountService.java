package bank.service;

import bank.model.AccountQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public interface AccountService {
    List<Map<String, Object>> list(AccountQuery query);
    Optional<Map<String, Object>> find(Long id);
    void transfer(String from, String to, int amount);
}
