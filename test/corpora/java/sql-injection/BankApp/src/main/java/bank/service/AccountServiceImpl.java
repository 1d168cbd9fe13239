package bank.service;

import bank.dao.AccountDao;
import bank.model.AccountQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class AccountServiceImpl implements AccountService {
    @Autowired
    private AccountDao dao;

    @Override
    public List<Map<String, Object>> list(AccountQuery query) {
        return dao.search(query);
    }

    @Override
    public Optional<Map<String, Object>> find(Long id) {
        return Optional.ofNullable(dao.byId(id));
    }

    @Override
    @Transactional
    public void transfer(String from, String to, int amount) {
        dao.debit(from, amount);
        dao.credit(to, amount);
    }
}
